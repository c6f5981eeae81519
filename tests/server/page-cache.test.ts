import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { PAGE_DATA_HEADER } from '#lib/rules/http/page-data-headers.ts';
import { BackgroundCompressor } from '#server/pages/background-compressor.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import type { PageCacheOptions } from '#server/pages/page-cache-options.ts';
import { RenderQueueFull } from '#server/pages/render-queue.ts';

const open: { server: Server; cache: PageCache }[] = [];
afterEach(async () => {
  for (const { server, cache } of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await cache.close();
  }
});

/** Treats any path as a page, with any query. */
const anyPage = (url: string) => ({ canonicalUrl: url, document: false, personal: url.startsWith('/cart') });

type Answer = (url: URL, known: string | undefined) => Response | Promise<Response>;

/** Starts a server with a page cache; `rendered` lists the renderings, `served` the outcome of each request. */
async function cacheOnServer(answer: Answer, more: Partial<PageCacheOptions> = {}) {
  const rendered: string[] = [];
  const served: string[] = [];
  const failures: unknown[] = [];
  const state = { revision: 1, now: 0 };
  const cache = new PageCache({
    render: async (url, known) => {
      rendered.push(new URL(url).pathname + new URL(url).search);
      return answer(new URL(url), known);
    },
    revision: () => state.revision,
    resolve: anyPage,
    onServed: (outcome) => served.push(outcome),
    onError: (error) => failures.push(error),
    now: () => state.now,
    ...more,
  });
  const server = createServer((request, response) => {
    if (cache.serveReady(request, response)) return;
    cache.serve('http://shop.test', request, response, request.headers['x-client'] as string).catch((error: unknown) => {
      if (!response.destroyed) response.writeHead(error instanceof RenderQueueFull ? 503 : 500).end();
    });
  });
  open.push({ server, cache });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(origin + path, { headers, redirect: 'manual', ...init });
  return { cache, rendered, served, failures, state, get };
}

const html = (text: string, init: ResponseInit = {}): Response =>
  new Response(`<p>${text}</p>${' '.repeat(500)}`, { headers: { 'content-type': 'text/html' }, ...init });

/** Returns a promise with its resolver. */
function held() {
  let release = (): void => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
}

describe('the page cache', () => {
  test('renders a page once and then serves it', async () => {
    const { rendered, get } = await cacheOnServer(() => html('caps'));
    await get('/shop');
    await get('/shop');
    expect(rendered).toEqual(['/shop']);
  });

  test('renders once for many concurrent visitors', async () => {
    const { until, release } = held();
    const asked: Promise<Response>[] = [];
    const { rendered, get } = await cacheOnServer(() => until.then(() => html('caps')));
    for (let i = 0; i < 20; i++) asked.push(get('/shop'));
    await expect.poll(() => rendered).toHaveLength(1);
    release();
    await Promise.all(asked);
    expect(rendered).toHaveLength(1);
  });

  test('renders again when the catalogue has a new revision', async () => {
    const { rendered, state, get } = await cacheOnServer(() => html('caps'));
    await get('/shop');
    state.revision = 2;
    await get('/shop');
    expect(rendered).toHaveLength(2);
  });

  test('does not serve a rendering that started before a change to later requests', async () => {
    const first = held();
    const { rendered, state, get } = await cacheOnServer(() => {
      const price = state.revision === 1 ? 'old price' : 'new price';
      return rendered.length === 1 ? first.until.then(() => html(price)) : html(price);
    });
    const early = get('/shop');
    await expect.poll(() => rendered).toHaveLength(1);
    state.revision = 2;
    expect(await (await get('/shop')).text()).toContain('new price');
    first.release();
    await early;
    expect(await (await get('/shop')).text()).toContain('new price');
    expect(rendered).toHaveLength(2);
  });

  test('lets a CDN keep a page only while its revision is known to be the latest', async () => {
    const keys = 'store product:1';
    const seen = { confirmed: 1 as number | undefined };
    const during = { change: (): void => {} };
    const { state, get } = await cacheOnServer(
      () => {
        during.change();
        return html('cap', { headers: { 'content-type': 'text/html', 'surrogate-key': keys } });
      },
      { cdn: { ttlSeconds: 60, confirmedRevision: () => seen.confirmed } },
    );
    const kept = async (path: string) => {
      const { headers } = await get(path);
      return /s-maxage=60/.test(headers.get('cache-control') ?? '') && [headers.get('surrogate-key'), headers.get('cache-tag')];
    };
    expect(await kept('/shop')).toEqual([keys, 'store,product:1']);
    seen.confirmed = undefined;
    expect([await kept('/shop'), await kept('/new')]).toEqual([false, false]);
    // Another server has changed something that this one has not heard of when the page is sent.
    seen.confirmed = 2;
    expect(await kept('/shop')).toBe(false);
    state.revision = 2;
    expect(await kept('/shop')).toEqual([keys, 'store,product:1']);
    // The change arrives while the page is rendered.
    during.change = () => {
      seen.confirmed = 3;
    };
    expect(await kept('/slow')).toBe(false);
    expect((await get('/cart')).headers.get('cache-control')).toBe('private, no-cache, no-transform');
  });

  test('lets a CDN keep no stale, incomplete or missing page', async () => {
    const { state, get, failures } = await cacheOnServer(
      (url, known) => {
        if (state.revision > 1 && url.pathname === '/shop') throw new Error('down');
        if (url.pathname === '/none') return html('none', { status: 404 });
        const data = url.pathname === '/partial' ? { [PAGE_DATA_HEADER]: 'incomplete' } : {};
        return html(known ?? 'page', { headers: { 'content-type': 'text/html', ...data } });
      },
      { cdn: { ttlSeconds: 60, confirmedRevision: () => state.revision } },
    );
    const policy = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await policy('/shop')).toContain('s-maxage=60');
    expect(await policy('/partial')).toBe('public, max-age=0, must-revalidate, no-transform');
    expect(await policy('/none')).toBe('no-store');
    state.revision = 2;
    expect(await policy('/shop')).toBe('public, max-age=0, must-revalidate, no-transform');
    expect(failures).toHaveLength(1);
  });

  test('answers a cached page with 304, without the headers that the client has', async () => {
    const { get } = await cacheOnServer(() => html('caps'), { headers: { 'x-content-type-options': 'nosniff' } });
    const etag = (await get('/shop')).headers.get('etag') as string;
    const again = await get('/shop', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const names = [...again.headers.keys()].filter((name) => !['connection', 'date', 'keep-alive'].includes(name));
    expect(names).toEqual(['cache-control', 'etag', 'vary']);
  });

  test('sends a page whole once its headers have changed', async () => {
    let policy = "default-src 'self'";
    const { get, state } = await cacheOnServer(() =>
      html('caps', { headers: { 'content-type': 'text/html', 'content-security-policy': policy } }),
    );
    const etag = (await get('/shop')).headers.get('etag') as string;
    policy = "default-src 'none'";
    state.revision = 2;
    const again = await get('/shop', { 'if-none-match': etag });
    expect([again.status, again.headers.get('content-security-policy')]).toEqual([200, policy]);
  });

  test('sends Brotli or plain text as the client accepts, with Vary', async () => {
    const { get } = await cacheOnServer(() => html('caps'));
    const plain = await get('/shop', { 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    const small = await get('/shop', { 'accept-encoding': 'br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(await small.text()).toContain('caps');
    expect((await get('/shop', { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe('gzip');
  });

  test('never caches an error, a redirect, or a page that sets a cookie; Page Not Found is cached', async () => {
    const answers: Record<string, () => Response> = {
      '/gone': () => html('gone', { status: 404 }),
      '/moved': () => new Response(null, { status: 302, headers: { location: '/gone' } }),
      '/mine': () => html('mine', { headers: { 'set-cookie': 'a=1', 'content-type': 'text/html' } }),
      '/broken': () => html('broken', { status: 500 }),
    };
    const { rendered, get } = await cacheOnServer((url) => (answers[url.pathname] as () => Response)());
    const paths = Object.keys(answers);
    for (const path of [...paths, ...paths]) await get(path);
    expect(rendered.toSorted()).toEqual(['/broken', '/broken', '/gone', '/mine', '/mine', '/moved', '/moved']);
  });

  test('keeps the pages that shoppers see while a crawler requests a thousand others', async () => {
    const { rendered, get } = await cacheOnServer((url) => html(url.pathname), { maxBytes: 20_000 });
    for (const path of ['/shop', '/shop', '/cap', '/cap']) await get(path, { 'accept-encoding': 'identity' });
    for (let i = 0; i < 100; i++) await get(`/crawled-${i}`, { 'accept-encoding': 'identity' });
    for (const path of ['/shop', '/cap']) await get(path, { 'accept-encoding': 'identity' });
    expect(rendered.filter((path) => !path.startsWith('/crawled'))).toEqual(['/shop', '/cap']);
  });

  test('answers the fifth request like the first, with the same headers and counts', async () => {
    const { served, get, state, rendered } = await cacheOnServer(() => html('caps'), {
      headers: { 'x-content-type-options': 'nosniff' },
      resolve: resolvePage,
    });
    const answers = [];
    for (let i = 0; i < 5; i++) {
      const response = await get('/shop?utm_source=mail', { 'accept-encoding': 'identity' });
      answers.push([response.status, [...response.headers].filter(([name]) => name !== 'date'), await response.text()]);
    }
    const [first, ...others] = answers;
    for (const other of others) expect(other).toEqual(first);
    expect(first?.[1]).toContainEqual(['x-content-type-options', 'nosniff']);
    const etag = (await get('/shop?utm_source=mail', { 'accept-encoding': 'identity' })).headers.get('etag') as string;
    const unchanged = await get('/shop?utm_source=mail', { 'accept-encoding': 'identity', 'if-none-match': etag });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag]);
    expect(served).toHaveLength(7);
    state.revision = 2;
    await get('/shop?utm_source=mail', { 'accept-encoding': 'identity' });
    expect(rendered).toEqual(['/shop', '/shop']);
  });

  test('evicts the least used pages when it is full', async () => {
    const { rendered, get } = await cacheOnServer((url) => html(url.pathname), { maxBytes: 1700 });
    for (const path of ['/a', '/b', '/a', '/c', '/a', '/d', '/a']) await get(path, { 'accept-encoding': 'identity' });
    expect(rendered.filter((path) => path === '/a')).toHaveLength(1);
    await get('/b');
    expect(rendered.filter((path) => path === '/b')).toHaveLength(2);
  });

  test('keeps a page without its uncompressed body, which a client without compression still gets', async () => {
    const words = (path: string): string => Array.from({ length: 2000 }, (_, i) => `${path} ${i * 7919}`).join(' ');
    const { rendered, get } = await cacheOnServer((url) => html(words(url.pathname)), { maxBytes: 200_000 });
    const paths = Array.from({ length: 12 }, (_, i) => `/page-${i}`);
    const uncompressedBytes = paths.reduce((sum, path) => sum + words(path).length, 0);
    expect(uncompressedBytes).toBeGreaterThan(300_000);
    for (const path of [...paths, ...paths]) await get(path, { 'accept-encoding': 'br' });
    expect(rendered).toEqual(paths);
    for (const coding of ['identity', 'gzip', 'identity']) {
      const response = await get('/page-0', { 'accept-encoding': coding });
      expect([response.headers.get('content-encoding') ?? 'identity', await response.text()]).toEqual([
        coding,
        `<p>${words('/page-0')}</p>${' '.repeat(500)}`,
      ]);
    }
    const etag = (await get('/page-1', { 'accept-encoding': 'br' })).headers.get('etag') as string;
    for (const coding of ['identity', 'gzip', 'br']) {
      const unchanged = await get('/page-1', { 'accept-encoding': coding, 'if-none-match': etag });
      expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag]);
    }
    expect(rendered).toEqual(paths);
  });

  test('compresses strongly only pages requested again, and sends every visitor the whole page', async () => {
    const jobs: string[] = [];
    class Watched extends BackgroundCompressor {
      override compress(...[body, coding, level]: Parameters<BackgroundCompressor['compress']>) {
        jobs.push(`${coding} ${level}`);
        return super.compress(body, coding, level);
      }
    }
    const text = Array.from({ length: 3000 }, (_, i) => `<p>cap ${(i * 7919) % 1009}</p>`).join('');
    const { get } = await cacheOnServer(() => html(text), { compression: new Watched() });
    const size = async () => {
      const response = await get('/shop', { 'accept-encoding': 'br' });
      expect(await response.text()).toContain(text);
      return Number(response.headers.get('content-length'));
    };
    const first = await size();
    expect(jobs).toEqual([]);
    await size();
    await expect.poll(size).toBeLessThan(first);
    expect(jobs).toEqual(['br strong']);
  });

  test('sends a document of several megabytes completely in every coding, and serves others while it is compressed', async () => {
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

describe('requests for random addresses', () => {
  test('that differ only in parameters that no page reads share one rendering', async () => {
    const { rendered, get } = await cacheOnServer(() => html('caps'), { resolve: resolvePage });
    for (let i = 0; i < 5; i++) expect((await get(`/shop?zz=${i}&utm_source=${i}`)).status).toBe(200);
    expect(rendered).toEqual(['/shop']);
  });

  test('that are not pages lead to Page Not Found without a rendering', async () => {
    const { rendered, get } = await cacheOnServer(() => html('caps'), { resolve: resolvePage });
    const response = await get('/nowhere/8271');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/404']);
    expect(rendered).toEqual([]);
  });

  test('wait in a queue while cached pages are served, and are refused when it is full', async () => {
    const { until, release } = held();
    const { rendered, get } = await cacheOnServer(
      (url) => (url.pathname === '/shop' ? html('caps') : until.then(() => html('x'))),
      {
        queue: { maxConcurrent: 2, maxQueued: 3 },
      },
    );
    await get('/shop');
    const asked = [get('/a'), get('/b')];
    await expect.poll(() => rendered).toHaveLength(3);
    asked.push(get('/c'), get('/d'), get('/e'));
    const statuses: number[] = [];
    const sixth = get('/f').then(({ status }) => statuses.push(status));
    const seventh = get('/g').then(({ status }) => statuses.push(status));
    await expect.poll(() => statuses.length).toBeGreaterThan(0);
    expect(await (await get('/shop')).text()).toContain('caps');
    expect(rendered).toHaveLength(3);
    release();
    await Promise.all([...asked, sixth, seventh]);
    expect(statuses).toContain(503);
  });

  test('of visitors who disconnect while queued are not rendered', async () => {
    const { until, release } = held();
    const { cache, rendered, get } = await cacheOnServer(() => until.then(() => html('x')), { queue: { maxConcurrent: 1 } });
    const first = get('/a');
    await expect.poll(() => rendered).toEqual(['/a']);
    const leaving = new AbortController();
    const gone = get('/b', {}, { signal: leaving.signal }).catch(() => 'gone');
    const other = get('/c');
    await expect.poll(() => cache.queuedCount).toBe(2);
    leaving.abort();
    await expect.poll(() => cache.queuedCount).toBe(1);
    release();
    await Promise.all([first, gone, other]);
    expect(rendered).toEqual(['/a', '/c']);
  });
});

describe('when the catalogue changes', () => {
  /** Renders with a data hash, and answers 304 while `state.same` is true. */
  const checked =
    (state: { same: boolean }): Answer =>
    (_, known) =>
      known && state.same
        ? new Response(null, { status: 304 })
        : html(`caps ${state.same}`, { headers: { 'content-type': 'text/html', [PAGE_DATA_HEADER]: 'd1' } });

  test('a page that stays the same is revalidated, not rendered, and stays in browser caches', async () => {
    const pages = { same: true };
    const { served, state, get } = await cacheOnServer(checked(pages));
    const etag = (await get('/shop')).headers.get('etag') as string;
    state.revision = 2;
    expect((await get('/shop', { 'if-none-match': etag })).status).toBe(304);
    await get('/shop');
    state.revision = 3;
    pages.same = false;
    expect(await (await get('/shop')).text()).toContain('caps false');
    expect(served).toEqual(['rendered', 'unchanged', 'ready', 'rendered']);
  });

  test('the data hash stays inside the server', async () => {
    const { get } = await cacheOnServer(checked({ same: true }));
    expect((await get('/shop')).headers.get(PAGE_DATA_HEADER)).toBeNull();
  });
});

describe('when a page cannot be rendered', () => {
  const ways: [string, () => Response][] = [
    [
      'the rendering throws',
      () => {
        throw new Error('no store');
      },
    ],
    ['the page is an error', () => html('sorry', { status: 500 })],
  ];

  test.each(ways)('because %s, the previous page is served, and one error is logged', async (_, fail) => {
    let down = false;
    const { served, failures, state, get } = await cacheOnServer(() => (down ? fail() : html('caps')));
    await get('/shop');
    down = true;
    state.revision = 2;
    for (let i = 0; i < 3; i++) {
      state.now += 5000;
      const response = await get('/shop');
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('caps')]);
      expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, no-transform');
    }
    expect(failures).toHaveLength(1);
    down = false;
    state.now += 5000;
    await get('/shop');
    expect(served).toEqual(['rendered', 'stale', 'stale', 'stale', 'rendered']);
  });

  test('it is not retried for every visitor', async () => {
    let down = false;
    const { rendered, state, get } = await cacheOnServer(() => {
      if (down) throw new Error('no store');
      return html('caps');
    });
    await get('/shop');
    down = true;
    state.revision = 2;
    for (let i = 0; i < 5; i++) await get('/shop');
    expect(rendered).toHaveLength(2);
  });

  test('and none is cached, the visitor gets an error', async () => {
    const { get } = await cacheOnServer(() => {
      throw new Error('no store');
    });
    expect((await get('/shop')).status).toBe(500);
  });

  test('because the revision cannot be read, pages are served unchanged', async () => {
    const { state, get } = await cacheOnServer(() => html('caps'), {
      revision: () => {
        if (state.revision === 2) throw new Error('the database is gone');
        return state.revision;
      },
      render: async () => {
        if (state.revision === 2) throw new Error('the database is gone');
        return html('caps');
      },
    });
    await get('/shop');
    state.revision = 2;
    expect((await get('/shop')).status).toBe(200);
  });

  test('completely because a call failed, it is rendered again soon', async () => {
    const { rendered, state, get } = await cacheOnServer(() =>
      html('caps', { headers: { 'content-type': 'text/html', [PAGE_DATA_HEADER]: 'incomplete' } }),
    );
    await get('/shop');
    await get('/shop');
    expect(rendered).toHaveLength(1);
    state.now += 5000;
    await get('/shop');
    expect(rendered).toHaveLength(2);
  });
});

describe('an address that is not written as the page’s own', () => {
  const moved = () => new Response(null, { status: 301, headers: { location: '/products/linen-shirt' } });

  test.for([
    ['/SHOP?page=2', '/shop?page=2'],
    ['//products//linen-shirt/?utm=1', '/products/linen-shirt?utm=1'],
    ['/collections/x/products/linen-shirt', '/products/linen-shirt'],
  ] as const)('%s is redirected for good, without rendering', async ([asked, location]) => {
    const { get, rendered } = await cacheOnServer(moved, { resolve: resolvePage });
    const response = await get(asked);
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, no-transform');
    expect(rendered).toEqual([]);
  });

  test('of a product that has moved keeps its query', async () => {
    const { get } = await cacheOnServer(moved, { resolve: resolvePage });
    const response = await get('/products/Linen-Shirt?variant=7');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/products/linen-shirt?variant=7']);
  });

  test.for(['//evil.example', '/%5Cevil.example', '/%2F%2Fevil.example'])('%s stays on this site', async (asked) => {
    const { get } = await cacheOnServer(moved, { resolve: resolvePage });
    expect((await get(asked)).headers.get('location')).toBe('/404');
  });
});
