import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { changes, type FieldPath, listFields, withField } from '#tests/lib/other-store/changed-fields.ts';
import { needed } from '#tests/lib/other-store/expected.ts';
import { fullReplies as written } from '#tests/lib/other-store/full-replies.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { startOtherStore } from '#tests/support/other-store/server.ts';
import { useShop } from '#tests/support/shop-test.ts';
import { differingBlocks, mayChange } from './page-blocks.ts';

/** With the address of a product that the store has: it answers 404 to others, whatever the reply. */
const fullReplies = JSON.parse(JSON.stringify(written).replaceAll('linen-shirt', 'shirt-1')) as Record<string, object>;

const store = await startOtherStore();
afterAll(store.stop);
const revalidating = { STORE_API_URL: store.apiUrl, STORE_REVALIDATE_SECONDS: '0' };
const { shop: site } = await useShop(startShop(newDataDir(), revalidating));

const callAt: Readonly<Record<string, string>> = {
  '/store-info': 'storeInfo',
  '/home-page-sections': 'homePageSections',
  '/new-arrivals': 'newArrivals',
  '/subcategory-variations': 'subcategoryVariations',
  '/get-products': 'getProducts',
  '/single-product-details/shirt-1': 'singleProductDetails',
};

/** Renders a page with one changed reply. */
async function render(path: string, call?: string, reply?: unknown): Promise<{ status: number; html: string }> {
  store.change = (at, sent) => {
    const name = callAt[at];
    return name ? (name === call ? reply : fullReplies[name]) : sent;
  };
  store.requests.length = 0;
  // A page is rendered again in the next millisecond.
  await sleep(2);
  const response = await fetch(site.url + path, { redirect: 'manual' });
  const html = await response.text();
  // A page whose last render failed comes from the cache for a while.
  if (store.requests.length === 0) throw new Error(`${path} was not rendered:\n${site.output()}`);
  return { status: response.status, html };
}

const pages: [page: string, call: string, path: string][] = [
  ['home', 'storeInfo', '/'],
  ['home', 'homePageSections', '/'],
  ['home', 'newArrivals', '/'],
  ['categories', 'storeInfo', '/categories'],
  ['product', 'singleProductDetails', '/products/shirt-1'],
  ['product', 'storeInfo', '/products/shirt-1'],
  ['shop', 'getProducts', '/shop'],
  ['shop', 'subcategoryVariations', '/shop'],
];

/** All fields but those without which the page says that the call failed, and is kept for a while. */
const fieldsOf = (call: string): FieldPath[] =>
  listFields(fullReplies[call]).filter(
    (path) => path[0] !== 'success' && !needed.some((one) => one.test(`${call} ${path.join('.')}`)),
  );

test.for(pages)(
  'on the page %s, a changed field of %s changes its own place only',
  { timeout: 180_000 },
  async ([page, call, path]) => {
    const before = await render(path);
    expect(before.status).toBe(200);
    expect(before.html).toContain('Meena Stores');
    expect(differingBlocks(before.html, (await render(path)).html)).toEqual([]);
    const wrong: string[] = [];
    const shown = new Set<string>();
    // The values of a reply are made usable before any page has them: the first page of each call gets them all.
    const tried =
      pages.find(([, one]) => one === call)?.[0] === page ? changes : changes.filter(({ to }) => /nothing|text/.test(to));
    for (const field of fieldsOf(call))
      for (const { to, value } of tried) {
        const name = field.join('.');
        const after = await render(path, call, withField(fullReplies[call], field, value));
        const blocks = after.status === 200 ? differingBlocks(before.html, after.html) : [String(after.status)];
        if (blocks.length > 0) shown.add(name);
        const others = blocks.filter((block) => !mayChange(page, call, name, block));
        if (others.length > 0) wrong.push(`${name}, ${to}: ${others.join(', ')}`);
      }
    expect((await render(path)).html).toBe(before.html);
    expect(shown.size).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  },
);
