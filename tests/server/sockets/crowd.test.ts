import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3Storage } from '#api/services/storage/s3/s3-storage.ts';
import { type S3Server, startS3Server } from '#tests/support/storage/s3-server.ts';
import { descriptorsOf, memoryOf, startCompressionWorker, startVictim, type Victim } from './host.ts';

const REQUESTS = 1000;
const PICTURES = 60;
const PICTURE_BYTES = 60_000;
const MEGABYTE = 1024 * 1024;
const pages = ['/', '/shop', '/shop?page=2', '/faq'];

let storage: S3Server;
let victim: Victim;
beforeAll(async () => {
  storage = await startS3Server();
  victim = await startVictim(undefined, { MEDIA_URL: storage.url(), ...storage.keys });
});
afterAll(async () => {
  await victim?.stop();
  await storage?.close();
});

/** Puts new pictures into the storage; returns their paths. */
async function storePictures(): Promise<string[]> {
  const { put } = createS3Storage(storage.settings('media'));
  const names = Array.from({ length: PICTURES }, () => `${randomBytes(12).toString('hex')}-400.jpg`);
  await Promise.all(names.map((name) => put(name, randomBytes(PICTURE_BYTES))));
  return names.map((name) => `/media/${name}`);
}

interface Answer {
  path: string;
  status: number | undefined;
  bytes: number;
}

/** Requests a path on a connection of its own. */
const ask = (path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: victim.port, path, agent: false, headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => resolve({ path, status: response.statusCode, bytes }));
      response.once('error', reject);
    }).once('error', reject);
  });

test('a thousand requests at once for pages and for pictures in S3 are answered, and memory and open files come back', async () => {
  const pid = victim.process.pid as number;
  const linux = process.platform === 'linux';
  const [first = ''] = await storePictures();
  await startCompressionWorker(victim, pages[0] as string);
  for (const path of [...pages, first]) expect(await ask(path)).toMatchObject({ path, status: 200 });
  const pictures = await storePictures();
  storage.requests.length = 0;
  const before = linux ? { descriptors: descriptorsOf(pid), memory: memoryOf(pid) } : undefined;

  const paths = Array.from({ length: REQUESTS }, (_, i) => {
    const among = i % 2 ? pictures : pages;
    return among[(i >> 1) % among.length] as string;
  });
  const answers = await Promise.all(paths.map(ask));
  const statuses = (among: readonly string[]) =>
    new Set(answers.flatMap(({ path, status }) => (among.includes(path) ? [status] : [])));
  expect(statuses(pages)).toEqual(new Set([200]));
  // On a busy machine the storage answers later than the shop waits for it.
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses(pictures)]));
  expect(storage.requests.length).toBeLessThan(REQUESTS / 2);
  for (const path of pictures)
    await expect.poll(() => ask(path), { timeout: 60_000 }).toEqual({ path, status: 200, bytes: PICTURE_BYTES });

  expect([victim.process.exitCode, victim.output()]).toEqual([null, '']);
  if (!before) return;
  await expect.poll(() => descriptorsOf(pid), { timeout: 20_000 }).toBeLessThanOrEqual(before.descriptors);
  expect(memoryOf(pid)).toBeLessThan(before.memory + 150 * MEGABYTE);
}, 180_000);
