import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { LOW_PRIORITY } from '#api/services/concurrency.ts';
import { BackgroundCompressor } from '#server/pages/background-compressor.ts';
import { compressBody } from '#server/pages/compress-body.ts';

const open: BackgroundCompressor[] = [];
afterEach(async () => {
  for (const compression of open.splice(0)) await compression.close();
});
const start = (program?: URL): BackgroundCompressor => {
  const compression = new BackgroundCompressor(program);
  open.push(compression);
  return compression;
};

const body = Buffer.from(Array.from({ length: 2000 }, (_, i) => `<p>${i * 7919}</p>`).join(''));

test('bodies survive a round trip in either coding', async () => {
  const compression = start();
  const [br, gzip] = await Promise.all([compression.compress(body, 'br', 'strong'), compression.compress(body, 'gzip', 'quick')]);
  expect(brotliDecompressSync(br as Buffer).equals(body)).toBe(true);
  expect(gunzipSync(gzip as Buffer).equals(body)).toBe(true);
});

test('the queue of bodies is limited, and others stay as they are', async () => {
  const compression = start();
  const results = await Promise.all(Array.from({ length: 50 }, () => compression.compress(body, 'gzip', 'quick')));
  const compressed = results.filter(Boolean);
  expect([compressed.length, results.length - compressed.length]).toEqual([33, 17]);
  expect(compression.pending).toBe(0);
});

test('a strong compression waits until the server is idle; a quick one does not', async () => {
  const idle = Promise.withResolvers<void>();
  const compression = new BackgroundCompressor(undefined, () => idle.promise);
  open.push(compression);
  expect(await compression.compress(body, 'br', 'quick')).toBeDefined();
  let done = false;
  const strong = compression.compress(body, 'br', 'strong').then((compressed) => {
    done = true;
    return compressed;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toBe(false);
  idle.resolve();
  expect(brotliDecompressSync((await strong) as Buffer).equals(body)).toBe(true);
});

test.runIf(process.platform === 'linux')('only the thread that compresses has a low priority', async () => {
  const priorities = () => readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
  const before = priorities().filter((priority) => priority === LOW_PRIORITY).length;
  await start().compress(body, 'br', 'strong');
  expect(priorities().filter((priority) => priority === LOW_PRIORITY)).toHaveLength(before + 1);
  expect(getPriority()).toBe(0);
});

test('a crashed worker is replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-worker-'));
  const program = join(folder, 'worker.mjs');
  writeFileSync(
    program,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ body, level }) => {
      if (level === 'strong') throw new Error('the worker dies');
      parentPort.postMessage(body);
    });`,
  );
  const compression = start(new URL(`file://${program}`));
  const [dead, waiting] = await Promise.all([
    compression.compress(body, 'br', 'strong'),
    compression.compress(body, 'br', 'quick'),
  ]);
  expect([dead, waiting?.equals(body)]).toEqual([undefined, true]);
  rmSync(folder, { recursive: true });
});

test('nothing is compressed after the close', async () => {
  const compression = start();
  const waiting = [compression.compress(body, 'br', 'strong'), compression.compress(body, 'br', 'strong')];
  await compression.close();
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  expect(await compression.compress(body, 'br', 'strong')).toBeUndefined();
});

test('an idle worker does not keep the process alive', async () => {
  const module = new URL('../../../src/server/pages/background-compressor.ts', import.meta.url).href;
  const script = `const { BackgroundCompressor } = await import('${module}');
    const compression = new BackgroundCompressor();
    const awake = setInterval(() => undefined, 1000);
    const compressed = await compression.compress(Buffer.alloc(1000, 'x'), 'br', 'strong');
    clearInterval(awake);
    console.log(compressed ? 'compressed' : 'not compressed');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 30_000 });
  expect(stdout).toBe('compressed\n');
});

test('a compressed body takes only its own bytes of memory', () => {
  for (const bytes of [1007, 1008, 1009, 40_000, 300_000]) {
    const page = Buffer.from(Array.from({ length: bytes }, (_, i) => 32 + ((i * i) % 89)));
    const [br, gzip] = [compressBody(page, 'br', 'quick'), compressBody(page, 'gzip', 'quick')];
    expect([br.buffer.byteLength, gzip.buffer.byteLength]).toEqual([br.length, gzip.length]);
    expect([brotliDecompressSync(br).equals(page), gunzipSync(gzip).equals(page)]).toEqual([true, true]);
  }
});
