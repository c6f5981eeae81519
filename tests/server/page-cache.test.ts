import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { PageCache, pageKey } from '#server/page-cache.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A cache behind a real server; `rendered` lists what had to be rendered. */
async function cacheOnServer(answer: (url: URL) => Response | Promise<Response>, maxBytes?: number) {
  const rendered: string[] = [];
  const state = { revision: 1 };
  const cache = new PageCache({
    render: async (url) => {
      rendered.push(new URL(url).pathname + new URL(url).search);
      return answer(new URL(url));
    },
    revision: () => state.revision,
    ...(maxBytes && { maxBytes }),
  });
  const server = createServer((request, response) => void cache.serve('http://shop.test', request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { rendered, state, get: (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers }) };
}

const html = (text: string, init: ResponseInit = {}): Response =>
  new Response(`<p>${text}</p>${' '.repeat(500)}`, { headers: { 'content-type': 'text/html' }, ...init });

describe('the name of a page', () => {
  test('is the same whatever the order of its parameters', () => {
    expect(pageKey('/shop?b=2&a=1')).toBe(pageKey('/shop?a=1&b=2'));
  });
  test('leaves out where the visitor came from and what is empty', () => {
    expect(pageKey('/shop?utm_source=x&gclid=1&search=')).toBe('/shop');
  });
  test('keeps what changes the page', () => {
    expect(pageKey('/shop?search=cap&page=2')).toBe('/shop?page=2&search=cap');
  });
});

describe('the page cache', () => {
  test('renders a page once and then only writes it', async () => {
    const { rendered, get } = await cacheOnServer(() => html('caps'));
    await get('/shop');
    await get('/shop');
    expect(rendered).toEqual(['/shop']);
  });

  test('renders once for many visitors who ask at the same time', async () => {
    const { rendered, get } = await cacheOnServer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return html('caps');
    });
    await Promise.all(Array.from({ length: 20 }, () => get('/shop')));
    expect(rendered).toHaveLength(1);
  });

  test('renders again when the catalogue has a new revision', async () => {
    const { rendered, state, get } = await cacheOnServer(() => html('caps'));
    await get('/shop');
    state.revision = 2;
    await get('/shop');
    expect(rendered).toHaveLength(2);
  });

  test('does not keep a page whose rendering began before a change', async () => {
    const { rendered, state, get } = await cacheOnServer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return html('caps');
    });
    const early = get('/shop');
    await new Promise((resolve) => setTimeout(resolve, 15));
    state.revision = 2;
    const during = get('/shop');
    await Promise.all([early, during]);
    await get('/shop');
    expect(rendered).toHaveLength(2);
  });

  test('answers a visitor who already has the page with 304', async () => {
    const { get } = await cacheOnServer(() => html('caps'));
    const etag = (await get('/shop')).headers.get('etag') as string;
    const again = await get('/shop', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('writes Brotli to who takes it, plain text to who does not, and says that it varies', async () => {
    const { get } = await cacheOnServer(() => html('caps'));
    const plain = await get('/shop', { 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    const small = await get('/shop', { 'accept-encoding': 'br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(await small.text()).toContain('caps');
    expect((await get('/shop', { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe('gzip');
  });

  test('never keeps an error, a redirect, or a page that sets a cookie', async () => {
    const answers: Record<string, () => Response> = {
      '/gone': () => html('gone', { status: 404 }),
      '/moved': () => new Response(null, { status: 302, headers: { location: '/gone' } }),
      '/mine': () => html('mine', { headers: { 'set-cookie': 'a=1', 'content-type': 'text/html' } }),
    };
    const { rendered, get } = await cacheOnServer((url) => (answers[url.pathname] as () => Response)());
    for (const path of ['/gone', '/gone', '/moved', '/moved', '/mine', '/mine']) await get(path);
    expect(rendered.filter((path) => path === '/mine')).toHaveLength(2);
    expect(rendered.filter((path) => path === '/moved')).toHaveLength(2);
    expect(rendered.filter((path) => path === '/gone')).toHaveLength(4);
  });

  test('lets the pages that nobody asks for go first when it is full', async () => {
    const { rendered, get } = await cacheOnServer((url) => html(url.pathname), 1900);
    for (const path of ['/a', '/b', '/a', '/c', '/a', '/d', '/a']) await get(path);
    expect(rendered.filter((path) => path === '/a')).toHaveLength(1);
    await get('/b');
    expect(rendered.filter((path) => path === '/b')).toHaveLength(2);
  });

  test('gives every visitor the whole page after it was compressed to its smallest', async () => {
    const { get } = await cacheOnServer(() => html('caps'));
    await get('/shop', { 'accept-encoding': 'br' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await (await get('/shop', { 'accept-encoding': 'br' })).text()).toContain('<p>caps</p>');
  });

  test('gives a document of some megabytes whole, in every coding, and lets others through while it is compressed', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `product ${i} of ${i * 7919} in the feed`).join('\n');
    const feed = () => new Response(lines, { headers: { 'content-type': 'application/xml' } });
    const { rendered, get } = await cacheOnServer((url) => (url.pathname === '/feed.xml' ? feed() : html('caps')));
    await get('/shop');
    const order: string[] = [];
    const large = get('/feed.xml', { 'accept-encoding': 'br' }).then((response) => {
      order.push('feed');
      return response;
    });
    while (!rendered.includes('/feed.xml')) await new Promise((resolve) => setImmediate(resolve));
    await get('/shop').then(() => order.push('shop'));
    expect(await (await large).text()).toBe(lines);
    expect(order).toEqual(['shop', 'feed']);
    expect(await (await get('/feed.xml', { 'accept-encoding': 'gzip' })).text()).toBe(lines);
    expect(rendered).toEqual(['/shop', '/feed.xml']);
  });
});
