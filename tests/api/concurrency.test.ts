import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency, withTimeout } from '#api/services/concurrency.ts';

function countConcurrent() {
  const seen = { running: 0, most: 0 };
  const work = async () => {
    seen.most = Math.max(seen.most, ++seen.running);
    await sleep(1);
    seen.running--;
  };
  return { seen, work };
}

test('no more calls than the limit run at a time, and all run', async () => {
  const { seen, work } = countConcurrent();
  const limit = limitConcurrency(3);
  let done = 0;
  await Promise.all(Array.from({ length: 20 }, () => limit(work).then(() => done++)));
  expect(seen).toEqual({ running: 0, most: 3 });
  expect(done).toBe(20);
});

test('a call that starts while a slot is handed over does not exceed the limit', async () => {
  const { seen, work } = countConcurrent();
  const limit = limitConcurrency(1);
  const gate = Promise.withResolvers<void>();
  const calls = [limit(() => gate.promise), limit(work)];
  calls.push(gate.promise.then(() => limit(work)));
  gate.resolve();
  await Promise.all(calls);
  expect(seen.most).toBe(1);
});

test('a call that fails frees its slot', async () => {
  const limit = limitConcurrency(1);
  await expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limit(async () => 'done')).toBe('done');
});

test('a full queue refuses further calls', async () => {
  const limit = limitConcurrency(1, { maxQueued: 1, createError: () => new Error('full') });
  const gate = Promise.withResolvers<void>();
  const calls = [limit(() => gate.promise), limit(() => gate.promise)];
  await expect(limit(() => gate.promise)).rejects.toThrow('full');
  gate.resolve();
  await Promise.all(calls);
});

test('work within its timeout returns its result or error, and slower work fails with the timeout error', async () => {
  const createError = () => new Error('too slow');
  expect(await withTimeout(Promise.resolve('done'), 1000, createError)).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('broken')), 1000, createError)).rejects.toThrow('broken');
  await expect(withTimeout(sleep(1000), 5, createError)).rejects.toThrow('too slow');
});
