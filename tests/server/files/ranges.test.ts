import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { precompress } from '#server/builds/precompress.ts';
import { type FileHost, startFileHost } from './fixture.ts';

const SIZE = 200_000;
const picture = Buffer.from(Array.from({ length: SIZE }, (_, i) => i % 251));
const script = `export const cart = '${'x'.repeat(900)}';`;
let host: FileHost;

beforeAll(async () => {
  host = await startFileHost(async (client) => {
    writeFileSync(join(client, '_astro', 'cart.abc.js'), script);
    await precompress(client);
  });
  writeFileSync(join(host.mediaFolder, 'photo.jpg'), picture);
  writeFileSync(join(host.mediaFolder, 'small.jpg'), picture.subarray(0, 1000));
  writeFileSync(join(host.mediaFolder, 'empty.jpg'), '');
});
afterAll(() => host.close());

interface Got {
  status: number | undefined;
  headers: Record<string, string | undefined>;
  body: Buffer;
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    request(host.origin + path, { method, headers, agent: false }, async (response) => {
      const body = await buffer(response);
      resolve({ status: response.statusCode, headers: response.headers as Got['headers'], body });
    })
      .on('error', reject)
      .end();
  });

const last = SIZE - 1;
test.each<[range: string, start: number, end: number]>([
  ['bytes=0-0', 0, 0],
  ['bytes=0-', 0, last],
  ['bytes=100-199', 100, 199],
  ['bytes=100-150000', 100, 150_000],
  [`bytes=${last}-`, last, last],
  ['bytes=199000-9999999', 199_000, last],
  [`bytes=5-${'9'.repeat(400)}`, 5, last],
  ['bytes=-1', last, last],
  ['bytes=-70000', SIZE - 70_000, last],
  ['bytes=-9999999', 0, last],
  ['BYTES=3-4', 3, 4],
])('%s returns exactly these bytes', async (range, start, end) => {
  const { status, headers, body } = await get('/media/photo.jpg', { range });
  expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${SIZE}`]);
  expect(headers['content-length']).toBe(String(end - start + 1));
  expect(body.equals(picture.subarray(start, end + 1))).toBe(true);
});

describe.each(['/media/photo.jpg', '/media/small.jpg', '/_astro/cart.abc.js'])('%s', (path) => {
  test.each([`bytes=${SIZE}-`, 'bytes=9999999-', `bytes=${'9'.repeat(400)}-`, 'bytes=-0'])(
    'has no such range: %s',
    async (range) => {
      const whole = await get(path);
      const { status, headers, body } = await get(path, { range });
      expect([status, headers['content-range']]).toEqual([416, `bytes */${whole.headers['content-length']}`]);
      expect(body).toHaveLength(0);
    },
  );

  test.each([
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=2-1',
    'bytes=a-b',
    'bytes=1',
    'items=0-1',
    'bytes=1-2-3',
    'bytes=0x1-0x2',
    'bytes=0-1,5-6',
    '',
    '-5',
  ])('is sent completely for an invalid range or several: %j', async (range) => {
    const { status, headers } = await get(path, { range });
    expect([status, headers['content-range'], headers['accept-ranges']]).toEqual([200, undefined, 'bytes']);
  });
});

test('an empty file has no range', async () => {
  for (const range of ['bytes=0-', 'bytes=-5', 'bytes=0-0']) expect((await get('/media/empty.jpg', { range })).status).toBe(416);
  expect((await get('/media/empty.jpg')).status).toBe(200);
});

test('a range applies only while the file matches If-Range', async () => {
  const { headers } = await get('/media/photo.jpg');
  const status = async (condition = '') => (await get('/media/photo.jpg', { range: 'bytes=1-5', 'if-range': condition })).status;
  expect(await status(headers['etag'])).toBe(206);
  expect(await status(headers['last-modified'])).toBe(206);
  expect(await status('"other"')).toBe(200);
  expect(await status(`W/${headers['etag']}`)).toBe(200);
  expect(await status('Thu, 01 Jan 2015 00:00:00 GMT')).toBe(200);
});

test('HEAD returns the size without a body, whatever the range', async () => {
  const { status, headers, body } = await get('/media/photo.jpg', { range: 'bytes=5-2' }, 'HEAD');
  expect([status, headers['content-length'], body.length]).toEqual([200, String(SIZE), 0]);
  expect(headers['content-type']).toBe('image/jpeg');
});

test('a file that the client has cached is not sent again', async () => {
  const path = '/_astro/cart.abc.js';
  const { headers } = await get(path, { 'accept-encoding': 'br' });
  const { etag = '', 'last-modified': changed = '' } = headers;
  const status = async (conditions: Record<string, string>) =>
    (await get(path, { 'accept-encoding': 'br', ...conditions })).status;
  expect(await status({ 'if-none-match': etag })).toBe(304);
  expect(await status({ 'if-none-match': `"a", W/${etag}` })).toBe(304);
  expect(await status({ 'if-none-match': '*' })).toBe(304);
  expect(await status({ 'if-none-match': '"a"' })).toBe(200);
  expect(await status({ 'if-modified-since': changed })).toBe(304);
  expect(await status({ 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' })).toBe(200);
  expect(await status({ 'if-modified-since': 'yesterday' })).toBe(200);
  expect(await status({ 'if-none-match': '"a"', 'if-modified-since': changed })).toBe(200);
  const kept = await get(path, { 'accept-encoding': 'br', 'if-none-match': etag });
  expect(kept.headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': expect.stringContaining('immutable') });
});

test('each content coding of a file has its own ETag and size', async () => {
  const path = '/_astro/cart.abc.js';
  const codings = await Promise.all(['br', 'gzip', 'identity'].map((coding) => get(path, { 'accept-encoding': coding })));
  expect(codings.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  expect(codings.map(({ headers }) => headers['vary'])).toEqual(Array(3).fill('accept-encoding'));
  expect(new Set(codings.map(({ headers }) => headers['etag'])).size).toBe(3);
  for (const { headers, body } of codings) expect(headers['content-length']).toBe(String(body.length));
  expect(codings[2]?.body.toString()).toBe(script);
});
