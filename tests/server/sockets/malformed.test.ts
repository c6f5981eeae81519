import { randomInt } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { descriptorsOf, memoryOf, startVictim, type Victim } from './host.ts';
import { sendMalformed } from './send-requests.ts';

const REQUESTS = 1000;
const MEGABYTE = 1024 * 1024;
const targets = {
  files: ['/_astro/large.js', '/_astro/cart.js', '/media/photo.jpg', '/media/drawing.svg'],
  pages: ['/', '/shop', '/shop?page=2', '/faq'],
};

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim();
});
afterAll(() => victim.stop());

const status = (path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: victim.port, path, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });

test('after a thousand malformed requests the shop answers, with the same number of files and the same memory', async () => {
  const seed = Number(process.env['SEED']) || randomInt(2 ** 31);
  onTestFailed(() => console.error(`To repeat the requests: SEED=${seed}`));
  const pid = victim.process.pid as number;
  const linux = process.platform === 'linux';
  for (const path of [...targets.files, ...targets.pages, '/api/readyz']) expect([path, await status(path)]).toEqual([path, 200]);
  // A page requested again is compressed in a worker thread, which opens descriptors once and keeps them.
  for (const path of [...targets.pages, ...targets.pages, ...targets.pages]) await status(path, { 'accept-encoding': 'br' });
  const before = linux ? { descriptors: descriptorsOf(pid), memory: memoryOf(pid) } : undefined;
  const tally = await sendMalformed(victim.port, targets, REQUESTS, seed);
  expect([...tally.keys()]).toEqual(expect.arrayContaining([200, 206, 400, 404, 416]));
  expect([...tally.keys()].filter((code) => code >= 500)).toEqual([]);
  for (const path of [...targets.files, ...targets.pages, '/api/readyz']) expect([path, await status(path)]).toEqual([path, 200]);
  expect([victim.process.exitCode, victim.output()]).toEqual([null, '']);
  if (!before) return;
  await expect.poll(() => descriptorsOf(pid), { timeout: 20_000 }).toBeLessThanOrEqual(before.descriptors);
  expect(memoryOf(pid)).toBeLessThan(before.memory + 150 * MEGABYTE);
});
