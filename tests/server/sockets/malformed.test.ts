import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSeed } from '#tests/support/test-seed.ts';
import { descriptorsOf, memoryOf, startCompressionWorker, startVictim, type Victim } from './host.ts';
import { sendMalformed } from './send-requests.ts';

const REQUESTS = 1000;
const MAX_ROUNDS = 5;
/** Statuses that some of the requests must get. */
const statuses = [200, 206, 400, 404, 416];
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

const status = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: victim.port, path, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });

test('after a thousand malformed requests the shop answers, with the same number of files and the same memory', async () => {
  const seed = testSeed();
  const pid = victim.process.pid as number;
  const linux = process.platform === 'linux';
  for (const path of [...targets.files, ...targets.pages, '/api/readyz']) expect([path, await status(path)]).toEqual([path, 200]);
  await startCompressionWorker(victim, '/');
  const before = linux ? { descriptors: descriptorsOf(pid), memory: memoryOf(pid) } : undefined;
  const seen = new Set<number>();
  // On a busy machine clients give up before a response; then more requests are sent.
  for (let round = 0; round === 0 || (round < MAX_ROUNDS && !statuses.every((code) => seen.has(code))); round += 1) {
    const tally = await sendMalformed(victim.port, targets, REQUESTS, seed + round);
    for (const code of tally.keys()) seen.add(code);
  }
  expect([...seen]).toEqual(expect.arrayContaining(statuses));
  expect([...seen].filter((code) => code >= 500)).toEqual([]);
  for (const path of [...targets.files, ...targets.pages, '/api/readyz']) expect([path, await status(path)]).toEqual([path, 200]);
  expect([victim.process.exitCode, victim.output()]).toEqual([null, '']);
  if (!before) return;
  await expect.poll(() => descriptorsOf(pid), { timeout: 20_000 }).toBeLessThanOrEqual(before.descriptors);
  expect(memoryOf(pid)).toBeLessThan(before.memory + 150 * MEGABYTE);
});
