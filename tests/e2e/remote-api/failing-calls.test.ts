import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { pageParts } from '#tests/lib/matrix/page-parts.ts';
import { startApiProxy } from '#tests/support/browser/api-proxy.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { freePort, newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const store = await smallShop();
/** The paths that fail at present, and their answer, which may be made from the reply. */
let failing: { path: RegExp; answer: unknown } | undefined;
const proxy = await startApiProxy(store, (path, reply) => {
  if (!failing?.path.test(path)) return reply;
  return typeof failing.answer === 'function' ? failing.answer(reply) : failing.answer;
});
afterAll(proxy.stop);
const revalidating = { STORE_API_URL: proxy.url, STORE_REVALIDATE_SECONDS: '0' };
const { shop: site, test } = await useShop(startShop(newDataDir(), revalidating), { viewport: desktop });
beforeEach(() => {
  failing = undefined;
});

/** Kinds of failure, with the store's message. */
const ways: { name: string; answer: unknown; said?: string[] }[] = [
  { name: 'a 500 that is no JSON', answer: 500 },
  { name: 'success false', answer: { success: false } },
  { name: 'a message', answer: { success: false, message: 'Closed for lunch' }, said: ['Closed for lunch'] },
  { name: 'a message array', answer: { success: false, message: ['First', 'Second'] }, said: ['First', 'Second'] },
  { name: 'a success without data', answer: { success: true } },
  { name: 'an empty body', answer: '' },
  { name: 'a page of HTML', answer: '<!doctype html><title>Bad gateway</title>' },
  { name: 'JSON of another kind', answer: [null, 7] },
  { name: 'data without its fields', answer: { success: true, data: [{}] } },
  { name: 'data of another kind', answer: { success: true, data: 'none', storeinfo: 'none' } },
];

/** Parts that an answer without readable rows leaves at their defaults: a section may be of a type that is not known here. */
const standWithoutRows: Record<string, string[]> = {
  'home sections': ['JSON of another kind', 'data without its fields'],
  variations: ['data without its fields'],
};

const never = () => new Promise(() => undefined);
const slowly = async (reply: unknown) => {
  await sleep(1500);
  return reply;
};

/** Adds a field that no contract knows to each object of a reply. */
function withUnknownFields(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(withUnknownFields);
  if (typeof reply !== 'object' || reply === null) return reply;
  const fields = Object.entries(reply).map(([name, value]) => [name, withUnknownFields(value)]);
  return { ...Object.fromEntries(fields), loyalty: { tiers: ['gold'] } };
}

/** Pages with a text of each that does not come from the store's name or theme. */
const pages: [page: string, text: string][] = [
  ['/', 'New arrivals'],
  ['/shop', 'All products'],
  ['/products/plain-tee', 'Plain Tee'],
  ['/categories', 'Shop By Category'],
  ['/faq', 'FAQ'],
];

/** Fetches a page with its cache state. */
async function read(
  page: string,
  url = site.url,
): Promise<{ status: number; cache: string | null; html: string; alert: string[] }> {
  const response = await fetch(`${url}${page}`, { redirect: 'manual' });
  const html = await response.text();
  const alerts =
    /class="(?:part-failure|nothing styled-later)" role="alert"[^>]*>([\s\S]*?)<a /.exec(
      html.replace(/<(template|script)[\s\S]*?<\/\1>/g, ''),
    )?.[1] ?? '';
  const alert = [...alerts.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text ?? '');
  return { status: response.status, cache: response.headers.get('cache-control'), html, alert };
}

describe('before the store info was ever read', () => {
  test.for([...ways, { name: 'nothing', answer: never, said: undefined }])(
    'pages say that it answers $name, and work with the defaults',
    { timeout: 180_000 },
    async ({ answer, said }) => {
      failing = { path: /^\/store-info/, answer };
      await Promise.all(
        pages.map(async ([page, text]) => {
          const { status, cache, alert, html } = await read(page);
          expect({ page, status, cache, alert }).toEqual({
            page,
            status: 200,
            cache: 'no-store',
            alert: said ?? [failure.store],
          });
          expect(html).toContain(text);
          expect(html).toContain(`<a class="brand" href="/" translate="no">${new URL(site.url).host}`);
        }),
      );
      // A document without the shop's name is of no use to a search engine.
      expect((await read('/feed.xml')).status).toBe(500);
    },
  );
});

test('calls that are never answered are reported in time, and slow or longer replies are shown', async () => {
  failing = { path: /^\/(?!store-info|single-product)/, answer: never };
  const hung = await Promise.all([...pages.map(([page]) => read(page)), read('/')]);
  for (const [i, [page, text]] of pages.entries()) {
    expect([page, hung[i]?.status]).toEqual([page, 200]);
    expect(hung[i]?.html).toContain(text);
    for (const { words } of pageParts.filter((part) => part.page === page)) expect(hung[i]?.html).toContain(`>${words}</p>`);
  }
  for (const answer of [slowly, withUnknownFields]) {
    failing = { path: /^\//, answer };
    for (const { status, alert } of await Promise.all(pages.map(([page]) => read(page))))
      expect([status, alert]).toEqual([200, []]);
  }
}, 180_000);

describe.for(pageParts)('a failing call for $part', ({ part, page, path, words, stands }) => {
  const failures = ways.filter(({ name }) => !standWithoutRows[part]?.includes(name));
  test.for(failures)('that answers $name is reported, and the rest of the page works', async ({ answer, said }) => {
    failing = { path, answer };
    const failed = await read(page);
    expect(failed).toMatchObject({ status: 200, cache: expect.stringContaining('no-store'), alert: said ?? [words] });
    expect(failed.html).toContain(stands);
    if (page === '/shop') expect(failed.html).not.toMatch(/<p class="count"[^>]*>\s*\d/);
    failing = undefined;
    const whole = await read(page);
    expect(whole).toMatchObject({ status: 200, alert: [] });
    expect(whole.cache).not.toContain('no-store');
  });
});

test('a failed search is logged to the console only, and the page works', async ({ page }) => {
  failing = { path: /^\/search-products/, answer: { success: false, message: 'No index' } };
  const logged = page.waitForEvent('console', (message) => message.text() === 'No index');
  const response = await page.goto(`${site.url}/shop?search=tee`);
  expect(response?.status()).toBe(200);
  await logged;
  expect(await page.locator('#results').innerText()).toBe('Results for “tee”');
  expect(await page.locator('body').innerText()).not.toContain('No index');
});

test.for(ways)('store info that answers $name is reported, with the last known name and theme', async ({ answer, said }) => {
  failing = { path: /^\/store-info/, answer };
  // Not cached yet, as its address is new.
  const { status, alert, html } = await read(`/shop?min_price=${ways.findIndex((way) => way.answer === answer) + 1}`);
  expect([status, alert]).toEqual([200, said ?? [failure.store]]);
  expect(html).toMatch(/<a class="brand" href="\/" translate="no">\s*Small Shop/);
  // No other test reads this page: its copy is served for two seconds before the store is asked again.
  failing = undefined;
  await read('/terms-use');
  failing = { path: /^\/store-info/, answer };
  expect(await read('/terms-use')).toMatchObject({ status: 200, alert: [] });
});

test('store info may omit all fields, or set them to null; without a name the shop has that of its host', async () => {
  const { host } = new URL(site.url);
  for (const storeinfo of [
    {},
    { store_name: 'Bare' },
    { store_name: 'Bare', logo: null, fontFamily: null, sub_category_list: null },
  ]) {
    failing = { path: /^\/store-info/, answer: { success: true, storeinfo } };
    for (const page of ['/', '/shop', '/categories', '/cart', '/faq']) {
      const { status, html } = await read(page);
      expect(status, page).toBe(200);
      expect(html).toContain(`<a class="brand" href="/" translate="no">${storeinfo.store_name ?? host}`);
      expect(html).toContain('No categories found');
    }
  }
});

test.for([...ways, { name: 'nothing', answer: never }].filter(({ name }) => !/success false|message/.test(name)))(
  'a product whose call answers $name is kept by crawlers, and leads a browser to Page Not Found',
  async ({ answer }) => {
    failing = { path: /^\/single-product-details/, answer };
    // No page of this address is cached, which would be served.
    const slug = `tee-${ways.findIndex((way) => way.answer === answer)}`;
    const response = await fetch(`${site.url}/products/${slug}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
    expect(await response.text()).toContain('content="0;url=/not-found"');
  },
);

test('a product of which the store says that there is none redirects to Page Not Found', async () => {
  failing = { path: /^\/single-product-details/, answer: { success: false, message: 'No such product' } };
  const response = await fetch(`${site.url}/products/no-tee`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/not-found']);
});

test('while the whole store fails, cached pages are served, and others are an error instead of Page Not Found', async () => {
  for (const [page] of pages) await read(page);
  failing = { path: /^\//, answer: 500 };
  for (const [page] of pages) expect(await read(page)).toMatchObject({ status: 200, alert: [] });
  expect((await read('/products/canvas-cap')).status).toBe(500);
  failing = undefined;
  expect((await read('/products/canvas-cap')).status).toBe(200);
});

test('nothing that a store answered was logged as an unforeseen error', () => {
  expect(site.output()).not.toMatch(/TypeError|ReferenceError|unhandled|uncaught/i);
});

test('pages that start while the store is down say so, and show everything as soon as it is back', async () => {
  const port = await freePort();
  const early = await startShop(newDataDir(), { STORE_API_URL: `http://127.0.0.1:${port}` });
  onTestFinished(early.stop);
  await expect.poll(early.output).toContain('Start it, or correct STORE_API_URL; the pages need no restart once it answers');
  for (const [page] of pages) {
    const { status, html } = await read(page, early.url);
    expect({ page, status, said: html.includes('Something went wrong') }).toEqual({ page, status: 500, said: true });
  }
  const late = await startApiProxy(store, (_, reply) => reply, Number(port));
  onTestFinished(late.stop);
  for (const [page, text] of pages) {
    const { status, alert, html } = await read(page, early.url);
    const shown = html.includes(text) && html.includes('Small Shop');
    expect({ page, status, alert, shown }).toEqual({ page, status: 200, alert: [], shown: true });
  }
}, 120_000);
