import { createHash, randomBytes } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { canBeDictionary } from '#server/pages/compress-with-dictionary.ts';
import { Dictionaries, OfferedDictionary } from '#server/pages/offered-dictionaries.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import type { PageCacheOptions } from '#server/pages/page-cache-options.ts';

const open: { server: Server; cache: PageCache }[] = [];
afterEach(async () => {
  for (const { server, cache } of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await cache.close();
  }
});

/** Text that compresses badly without a dictionary, the same in every page. */
const shell = Array.from({ length: 800 }, (_, i) => createHash('sha256').update(`${i}`).digest('base64url')).join('\n');

const chromium = { 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-ch-ua': '"Chromium";v="147"' };
const withDictionary = (name: string, codings = 'dcb, dcz') => ({
  ...chromium,
  'accept-encoding': `gzip, deflate, br, zstd${codings && `, ${codings}`}`,
  'available-dictionary': name,
});

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest();
const named = (body: Buffer) => `:${sha256(body).toString('base64')}:`;

const magic = Buffer.from('5e2a4d1820000000', 'hex');

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  body: Buffer;
}

/** Decodes a body as a browser with this dictionary does; throws if it was made for another one. */
function decode(bytes: Buffer, coding: string | undefined, dictionary: Buffer): Buffer {
  if (coding === 'br') return zlib.brotliDecompressSync(bytes);
  if (coding !== 'dcz') return bytes;
  const start = magic.length;
  expect(bytes.subarray(0, start)).toEqual(magic);
  expect(bytes.subarray(start, start + 32)).toEqual(sha256(dictionary));
  return zlib.zstdDecompressSync(bytes.subarray(start + 32), { dictionary });
}

async function startCache(options: Partial<PageCacheOptions> = {}) {
  const state = { revision: 1, text: '' };
  const cache = new PageCache({
    render: async (url) =>
      new Response(`<!doctype html>${new URL(url).pathname}${state.text}\n${shell}`, {
        headers: { 'content-type': 'text/html' },
      }),
    revision: () => state.revision,
    resolve: resolvePage,
    dictionaries: new Dictionaries(),
    ...options,
  });
  const ready: boolean[] = [];
  const server = createServer((incoming, response) => {
    ready.push(cache.serveReady(incoming, response));
    if (!ready.at(-1)) void cache.serve('http://shop.test', incoming, response);
  });
  open.push({ server, cache });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const get = async (
    path: string,
    headers: Record<string, string> = chromium,
    dictionary: Buffer = Buffer.alloc(0),
  ): Promise<Answer> => {
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      request({ port, path, headers, host: '127.0.0.1' }, resolve).on('error', reject).end();
    });
    const bytes = await buffer(response);
    const body = decode(bytes, response.headers['content-encoding'], dictionary);
    return { status: response.statusCode ?? 0, headers: response.headers, bytes, body };
  };
  return { get, state, ready };
}

test('a page is the dictionary of the next one, each time it is asked for', async () => {
  const { get } = await startCache();
  const { body: shop, headers } = await get('/shop');
  expect(headers).toMatchObject({
    'use-as-dictionary': 'match="/**", match-dest=("document")',
    'cache-control': 'private, max-age=0, stale-while-revalidate=86400, no-transform',
    vary: 'accept-encoding, available-dictionary',
    'content-encoding': 'br',
  });
  const fetchFaq = () => get('/faq', withDictionary(named(shop)), shop);
  const faq = await fetchFaq();
  expect([faq.headers['content-encoding'], faq.bytes.length < 200]).toEqual(['dcz', true]);
  expect(faq.body.toString()).toContain('/faq');
  expect(faq.headers).toMatchObject({ vary: headers['vary'], 'use-as-dictionary': 'match="/*", match-dest=("document")' });
  for (let i = 0; i < 3; i++) expect((await fetchFaq()).headers['content-encoding']).toBe('dcz');
  const onlyBrotli = await get('/faq', withDictionary(named(shop), 'dcb'), shop);
  expect(onlyBrotli.headers['content-encoding']).toBe('br');
  expect((await get('/', withDictionary(named(faq.body), 'dcz'), faq.body)).headers['content-encoding']).toBe('dcz');
  expect((await get('/faq', withDictionary(named(shop), 'dcz'), shop)).headers['content-encoding']).toBe('dcz');
});

test('a page that has changed is still the dictionary of its new version', async () => {
  const { get, state } = await startCache();
  const { body: old } = await get('/shop');
  Object.assign(state, { revision: 2, text: 'new price' });
  const { body, headers } = await get('/shop', withDictionary(named(old)), old);
  expect([headers['content-encoding'], body.includes('new price')]).toEqual(['dcz', true]);
});

test('an unchanged page is answered 304, and stays a dictionary after a restart', async () => {
  const [first, second] = [await startCache(), await startCache()];
  const { body, headers } = await first.get('/shop');
  const etag = headers['etag'] as string;
  const unchanged = await first.get('/shop', { ...withDictionary(named(body)), 'if-none-match': etag });
  expect([unchanged.status, unchanged.bytes.length, unchanged.headers['use-as-dictionary']]).toEqual([
    304,
    0,
    headers['use-as-dictionary'],
  ]);
  expect((await second.get('/faq', withDictionary(named(body)), body)).headers['content-encoding']).toBe('br');
  expect((await second.get('/shop', { ...withDictionary(named(body)), 'if-none-match': etag })).status).toBe(304);
  expect((await second.get('/categories', withDictionary(named(body)), body)).headers['content-encoding']).toBe('dcz');
});

test('a browser without dictionaries, and a hash that is wrong, unknown or made up, get Brotli from the ready answer', async () => {
  const { get, ready } = await startCache();
  const { body } = await get('/shop');
  const old = { 'accept-encoding': 'br' };
  const plain = await get('/faq', old);
  expect(plain.headers).toMatchObject({
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=0, must-revalidate, no-transform',
  });
  expect(plain.headers['use-as-dictionary']).toBeUndefined();
  for (const name of [named(body).slice(1), 'x', ':AAAA:', named(Buffer.from('other')), `${named(body)}, ${named(body)}`])
    expect((await get('/faq', withDictionary(name))).headers['content-encoding']).toBe('br');
  expect((await get('/faq', withDictionary(named(body), ''))).headers['content-encoding']).toBe('br');
  expect((await get('/faq', withDictionary(named(body), 'dcz;q=0'))).headers['content-encoding']).toBe('br');
  await expect.poll(async () => (await get('/faq', old)) && ready.at(-1)).toBe(true);
  ready.length = 0;
  for (let i = 0; i < 1000; i++) {
    const { headers } = await get('/faq', withDictionary(`:${randomBytes(32).toString('base64')}:`));
    expect(headers['content-encoding']).toBe('br');
  }
  expect(ready.every(Boolean)).toBe(true);
});

test('the cart is compressed with a dictionary and is none itself; shared caches do not keep it', async () => {
  const { get } = await startCache();
  const { body } = await get('/shop');
  const { headers } = await get('/cart', withDictionary(named(body)), body);
  expect([headers['use-as-dictionary'], headers['content-encoding'], headers['cache-control'], headers['vary']]).toEqual([
    undefined,
    'dcz',
    'private, max-age=0, must-revalidate, no-transform',
    'accept-encoding, available-dictionary',
  ]);
});

test('a page that a CDN may keep is never a dictionary nor compressed with one', async () => {
  const { get } = await startCache();
  const { body } = await get('/shop');
  const { get: getWithCdn } = await startCache({
    dictionaries: undefined,
    cdn: { ttlSeconds: 60, confirmedRevision: () => 1 },
  });
  const kept = await getWithCdn('/shop', withDictionary(named(body)), body);
  expect([kept.headers['use-as-dictionary'], kept.headers['content-encoding'], kept.headers['vary']]).toEqual([
    undefined,
    'br',
    'accept-encoding',
  ]);
  expect(kept.headers['cache-control']).toContain('public');
});

test('a body that Zstandard would read as a formatted dictionary, or of half a megabyte, is none', () => {
  expect(canBeDictionary(Buffer.from('37a430ec00000000', 'hex'))).toBe(false);
  expect([canBeDictionary(Buffer.alloc(512 * 1024)), canBeDictionary(Buffer.alloc(512 * 1024 + 1))]).toEqual([true, false]);
});

test('dictionaries are limited by bytes, and those in use stay', () => {
  const dictionaries = new Dictionaries(1000);
  const offered = (i: number) => {
    const body = Buffer.from(`${i}`.padEnd(100));
    return new OfferedDictionary(sha256(body), () => body);
  };
  const used = offered(-1);
  for (let i = 0; i < 100; i++) {
    dictionaries.offer(used);
    dictionaries.offer(offered(i));
  }
  const found = Array.from({ length: 100 }, (_, i) => dictionaries.find(offered(i).name)).filter(Boolean);
  expect([found.length, dictionaries.find(used.name)?.body]).toEqual([9, used.read().body]);
});

test('pages are compressed with dictionaries a limited number of times per second', () => {
  const clock = { now: 0 };
  const dictionaries = new Dictionaries(1000, () => clock.now);
  const count = () => Array.from({ length: 300 }, () => dictionaries.mayCompress()).filter(Boolean).length;
  expect([count(), count()]).toEqual([50, 0]);
  clock.now = 100;
  expect(count()).toBe(20);
});
