import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storeRaster } from '#api/services/pictures/store-raster.ts';
import { storeSvg } from '#api/services/pictures/store-svg.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { createS3Storage } from '#api/services/storage/s3/s3-storage.ts';
import { PictureCache } from '#server/files/picture-cache.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';
import { refuseS3, type S3Server, startS3Server } from '#tests/support/storage/s3-server.ts';
import { type FileHost, startFileHost } from './fixture.ts';

let server: S3Server;
let storage: FileStorage;
beforeAll(async () => {
  server = await startS3Server();
  storage = createS3Storage(server.settings('media'));
});
afterEach(() => {
  server.intercept = undefined;
});
afterAll(() => server.close());

const MB = 1024 * 1024;

interface PictureHost extends FileHost {
  folder: string;
  failures: unknown[];
}

/** Starts a server with local copies of its own. */
async function startHost(maxBytes = 100 * MB): Promise<PictureHost> {
  const folder = join(temporaryFolder(), 'media-cache');
  const failures: unknown[] = [];
  const pictureCache = new PictureCache({ storage, folder, maxBytes, onError: (error) => failures.push(error) });
  const handleRequest = async () => new Response('a page', { headers: { 'content-type': 'text/html' } });
  const host = await startFileHost(() => undefined, { mediaFolder: folder, pictureCache, handleRequest });
  onTestFinished(host.close);
  return { ...host, folder, failures };
}

let shade = 0;
/** Stores a new photograph; returns the path of its narrowest JPEG. */
async function storePhotograph(): Promise<string> {
  const background = { r: shade++, g: 99, b: 120 };
  const bytes = await sharp({ create: { width: 450, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const { reference } = await storeRaster(storage, bytes);
  return (reference.split('#')[0] ?? '').replace('-450.jpg', '-400.jpg');
}

const hashOf = (digit: string): string => digit.repeat(24);

test('two servers show a picture that one of them has stored, with the same validators', async () => {
  const [one, other] = await Promise.all([startHost(), startHost()]);
  const path = await storePhotograph();
  const first = await fetch(one.origin + path);
  const second = await fetch(other.origin + path);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.headers.get('content-type')).toBe('image/jpeg');
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const etag = first.headers.get('etag') ?? '';
  expect(second.headers.get('etag')).toBe(etag);
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(Buffer.from(await second.arrayBuffer())).toEqual(bytes);
  expect((await sharp(bytes).metadata()).width).toBe(400);

  const part = await fetch(other.origin + path, { headers: { range: 'bytes=10-19' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  expect((await fetch(one.origin + path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await fetch(one.origin + path, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length));
});

test('a drawing is sent compressed, and as a JPEG that is made once for all servers', async () => {
  const [one, other] = await Promise.all([startHost(), startHost()]);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 120"><rect width="90" height="120"/></svg>';
  const { reference } = await storeSvg(storage, Buffer.from(drawing));
  const url = one.origin + reference.split('#')[0];
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(await response.text()).toBe(drawing);
  expect(await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).text()).toBe(drawing);
  const jpeg = await fetch(`${url}.jpg`);
  expect(jpeg.headers.get('content-type')).toBe('image/jpeg');
  const requests = server.requests.filter((line) => line.startsWith('PUT')).length;
  expect((await fetch(`${other.origin}${reference.split('#')[0]}.jpg`)).status).toBe(200);
  expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(requests);
});

test('a missing picture is a 404 that caches keep briefly, and it appears when it has been stored', async () => {
  const host = await startHost();
  const path = `/media/${hashOf('a')}-400.jpg`;
  const missing = await fetch(host.origin + path);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'public, max-age=30']);
  const requests = server.requests.length;
  expect((await fetch(host.origin + path)).status).toBe(404);
  expect(server.requests).toHaveLength(requests);
  const later = await startHost();
  await storage.put(path.slice('/media/'.length), Buffer.from('a picture'));
  expect((await fetch(later.origin + path)).status).toBe(200);
});

/** Requests a path without normalisation; resolves to the status. */
const statusOf = (origin: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(origin, { path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

test('names that no picture has cost no request to the storage', async () => {
  const host = await startHost();
  await createS3Storage(server.settings('private')).put('shop.db', Buffer.from('secret'));
  const before = server.requests.length;
  const names = [
    '../private/shop.db',
    '..%2fprivate%2fshop.db',
    'shop.db',
    'a/b.jpg',
    '',
    '%00',
    '.hidden',
    `${hashOf('a')}.php`,
  ];
  for (const name of [...names, `${hashOf('a')}-400.jpg%2f..%2f..%2fprivate%2fshop.db`, `${hashOf('A')}-400.jpg`])
    expect(await statusOf(host.origin, `/media/${name}`)).toBe(404);
  expect(server.requests).toHaveLength(before);
});

test('while the storage is down, copies are sent, other pictures are a 503, and pages are not affected', async () => {
  const host = await startHost();
  const [known, unknown] = [await storePhotograph(), await storePhotograph()];
  expect((await fetch(host.origin + known)).status).toBe(200);
  server.intercept = (_, response) => refuseS3(response, 503, 'SlowDown');
  expect((await fetch(host.origin + known)).status).toBe(200);
  const refused = await fetch(host.origin + unknown);
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ]);
  expect(host.failures).toHaveLength(1);
  server.intercept = undefined;
  expect((await fetch(host.origin + unknown)).status).toBe(200);
});

test('while the storage fails, the JPEG of a drawing is a 503 that no cache keeps, and it is made afterwards', async () => {
  const host = await startHost();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><rect width="60" height="80"/></svg>';
  const { reference } = await storeSvg(storage, Buffer.from(drawing));
  const jpeg = `${host.origin}${reference.split('#')[0]}.jpg`;
  for (const method of ['PUT', 'GET']) {
    // The drawing itself cannot be read, or its JPEG cannot be stored.
    server.intercept = ({ method: called, url }, response) =>
      called === method && !(called === 'GET' && url?.includes('.jpg')) && refuseS3(response, 503, 'SlowDown');
    const refused = await fetch(jpeg);
    expect([method, refused.status, refused.headers.get('cache-control')]).toEqual([method, 503, 'no-store']);
  }
  server.intercept = undefined;
  const made = await fetch(jpeg);
  expect([made.status, made.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('50 clients of one picture on slow storage cause one request, and a page meanwhile is quick', async () => {
  const host = await startHost();
  const path = await storePhotograph();
  const waiting: (() => void)[] = [];
  let isSlow = true;
  server.intercept = (incoming, response) => {
    if (!isSlow || incoming.method !== 'GET') return false;
    waiting.push(() => {
      isSlow = false;
      // Repeats the request without delay: the signature is still valid.
      fetch(server.endpoint + incoming.url, { headers: incoming.headers as Record<string, string> })
        .then(async (reply) =>
          response.writeHead(200, Object.fromEntries(reply.headers)).end(Buffer.from(await reply.arrayBuffer())),
        )
        .catch(() => response.destroy());
    });
    return true;
  };
  const replies = Promise.all(Array.from({ length: 50 }, () => fetch(host.origin + path)));
  await expect.poll(() => waiting.length).toBe(1);
  const startedAt = performance.now();
  expect((await fetch(`${host.origin}/`)).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  expect((await replies).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
});

test('a client that leaves, and a download that breaks off, leave no partial copy', async () => {
  const host = await startHost();
  const path = await storePhotograph();
  let broken = 0;
  server.intercept = (incoming, response) => {
    if (incoming.method !== 'GET' || broken++ > 0) return false;
    response.writeHead(200, { 'content-length': '100000' }).write('half');
    setTimeout(() => response.destroy(), 10);
    return true;
  };
  await fetch(host.origin + path, { signal: AbortSignal.timeout(5) }).catch(() => undefined);
  const response = await fetch(host.origin + path);
  expect(response.status).toBe(200);
  expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(400);
  expect(readdirSync(host.folder)).toEqual([path.slice('/media/'.length)]);
});

test('local copies take no more space than they may', async () => {
  const host = await startHost(1 * MB);
  const names = Array.from({ length: 15 }, (_, i) => `${hashOf('b').slice(2)}${String(i).padStart(2, '0')}-400.jpg`);
  await Promise.all(names.map((name) => storage.put(name, Buffer.alloc(150_000, name))));
  for (const name of names) expect((await fetch(`${host.origin}/media/${name}`)).status).toBe(200);
  const copies = readdirSync(host.folder);
  const bytes = copies.reduce((sum, name) => sum + statSync(join(host.folder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(MB);
  expect(bytes).toBeGreaterThan(MB / 2);
  expect(copies).toContain(names.at(-1));
  expect(host.failures).toEqual([]);
});
