import { expect, test } from 'vitest';
import { RenderQueue, RenderQueueFull } from '#server/pages/render-queue.ts';

const noPause = async (): Promise<void> => undefined;

/** Jobs that end on demand; `begun` lists the started jobs in order. */
function jobs() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('a few renderings run at a time, and the others queue in order', async () => {
  const queue = new RenderQueue({ maxConcurrent: 2, throttle: noPause });
  const { begun, work, end } = jobs();
  const done = ['a', 'b', 'c', 'd'].map((name) => queue.run(work(name)));
  await expect.poll(() => begun).toEqual(['a', 'b']);
  expect(queue.queuedCount).toBe(2);
  end('b');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  end('a');
  await expect.poll(() => begun).toHaveLength(4);
  end('c');
  end('d');
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
});

test('known pages have priority, and random addresses cannot take their places', async () => {
  const queue = new RenderQueue({ maxConcurrent: 1, maxQueued: 2, throttle: noPause });
  const { begun, work, end } = jobs();
  const done = [queue.run(work('first'))];
  await expect.poll(() => begun).toEqual(['first']);
  done.push(queue.run(work('x1')), queue.run(work('x2')));
  await expect(queue.run(work('x3'))).rejects.toBeInstanceOf(RenderQueueFull);
  done.push(queue.run(work('shop'), { isCached: true }));
  for (const name of ['first', 'shop', 'x1', 'x2']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  await Promise.all(done);
});

test('one client cannot fill the queue, and its places are freed afterwards', async () => {
  const queue = new RenderQueue({ maxConcurrent: 1, maxPerClient: 2, throttle: noPause });
  const { begun, work, end } = jobs();
  const client = '203.0.113.7';
  const done = [queue.run(work('a'), { client }), queue.run(work('b'), { client })];
  await expect(queue.run(work('c'), { client })).rejects.toBeInstanceOf(RenderQueueFull);
  done.push(queue.run(work('other'), { client: '203.0.113.8' }), queue.run(work('unknown')));
  for (const name of ['a', 'b', 'other', 'unknown']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  await Promise.all(done);
  done.push(queue.run(work('d'), { client }));
  await expect.poll(() => begun.at(-1)).toBe('d');
  end('d');
  await done.at(-1);
});

test('a failed rendering does not stop the queue', async () => {
  const queue = new RenderQueue({ maxConcurrent: 1, throttle: noPause });
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run(async () => 'next')).toBe('next');
});

test('no rendering starts in the pause after another', async () => {
  let goOn = (): void => {};
  const pauses: number[] = [];
  const pause = (ms: number) => {
    pauses.push(ms);
    return new Promise<void>((resolve) => {
      goOn = resolve;
    });
  };
  const queue = new RenderQueue({ maxConcurrent: 2, throttle: pause });
  const { begun, work, end } = jobs();
  const first = queue.run(work('a'));
  await expect.poll(() => begun).toEqual(['a']);
  end('a');
  await first;
  await expect.poll(() => pauses).toHaveLength(1);
  const second = queue.run(work('b'));
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['a']);
  goOn();
  await expect.poll(() => begun).toEqual(['a', 'b']);
  end('b');
  await second;
});

test('renders follow one another without a pause unless there was other work', async () => {
  const pauses: number[] = [];
  const state = { busy: false };
  const throttle = async (ms: number): Promise<void> => void pauses.push(ms);
  const queue = new RenderQueue({ maxConcurrent: 1, hadOtherWork: () => state.busy, throttle });
  for (let i = 0; i < 3; i++) await queue.run(async () => i);
  await new Promise((resolve) => setImmediate(resolve));
  expect(pauses).toHaveLength(0);
  state.busy = true;
  for (let i = 0; i < 3; i++) await queue.run(async () => i);
  await expect.poll(() => pauses).toHaveLength(3);
});
