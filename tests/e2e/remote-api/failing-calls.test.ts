import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failure } from '#lib/contract/texts.ts';
import { pageParts } from '#tests/lib/matrix/page-parts.ts';
import { type ApiProxy, startApiProxy } from '#tests/support/browser/api-proxy.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';

let store: RunningShop;
let proxy: ApiProxy;
let site: RunningShop;
/** The path that fails at present, and its answer. */
let failing: { path: RegExp; answer: unknown } | undefined;
beforeAll(async () => {
  store = await startSmallShop();
  proxy = await startApiProxy(store, (path, reply) => (failing?.path.test(path) ? failing.answer : reply));
  site = await startShop(newDataDir(), { STORE_API_URL: proxy.url, STORE_REVALIDATE_SECONDS: '0' });
});
afterAll(async () => {
  await site?.stop();
  await proxy?.stop();
  await store?.stop();
});
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
];

/** Fetches a page with its cache state. */
async function read(page: string): Promise<{ status: number; cache: string | null; html: string; alert: string[] }> {
  const response = await fetch(`${site.url}${page}`, { redirect: 'manual' });
  const html = await response.text();
  const alerts = /role="alert"[^>]*>([\s\S]*?)<a /.exec(html.replace(/<(template|script)[\s\S]*?<\/\1>/g, ''))?.[1] ?? '';
  const alert = [...alerts.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text ?? '');
  return { status: response.status, cache: response.headers.get('cache-control'), html, alert };
}

describe.for(pageParts)('a failing call for $part', ({ page, path, words, stands }) => {
  test.for(ways)('that answers $name is reported, and the rest of the page works', async ({ answer, said }) => {
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

test('a failed search is logged to the console only, and the page works', async () => {
  failing = { path: /^\/search-products/, answer: { success: false, message: 'No index' } };
  const { page } = await openPage({ viewport: desktop });
  const logged = page.waitForEvent('console', (message) => message.text() === 'No index');
  const response = await page.goto(`${site.url}/shop?search=tee`);
  expect(response?.status()).toBe(200);
  await logged;
  expect(await page.locator('#results').innerText()).toBe('Results for “tee”');
  expect(await page.locator('body').innerText()).not.toContain('No index');
});

test.for(ways)('store info that answers $name is reported on the error page', async ({ answer, said }) => {
  failing = { path: /^\/store-info/, answer };
  const { status, html } = await read('/faq');
  expect(status).toBe(500);
  for (const text of said ?? [failure.store]) expect(html).toContain(`>${text}</p>`);
});

test('store info may omit all fields except the name, or set them to null', async () => {
  for (const storeinfo of [
    { store_name: 'Bare' },
    { store_name: 'Bare', logo: null, fontFamily: null, sub_category_list: null },
  ]) {
    failing = { path: /^\/store-info/, answer: { success: true, storeinfo } };
    for (const page of ['/', '/shop', '/categories', '/cart', '/faq']) {
      const { status, html } = await read(page);
      expect(status, page).toBe(200);
      expect(html).toMatch(/<a class="brand" href="\/">\s*Bare/);
      expect(html).toContain('No categories found');
    }
  }
});

test('a product whose call fails redirects to Page Not Found', async () => {
  failing = { path: /^\/single-product-details/, answer: { success: true } };
  const response = await fetch(`${site.url}/products/plain-tee`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/not-found']);
});
