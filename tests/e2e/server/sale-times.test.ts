import { beforeAll, expect, inject, test } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { formatRupees, toPaise, toRupees } from '#lib/rules/money.ts';
import { jsonLdOf } from '#tests/structured-data.ts';
import { allProducts } from '#tests/support/browser/customer.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop } = await useShop(startShop(newDataDir(inject('demoTemplate'))));
let product: Product;
beforeAll(async () => {
  product = present((await allProducts(shop)).find(({ variants }) => variants.length === 0));
});

const read = async (path: string): Promise<string> => (await fetch(shop.url + path)).text();

/** What pages and the feed say of the product's price. `below` is a price in rupees. */
async function readPrices(below: number) {
  const { slug, product_id } = product;
  const search = `/shop?search=${encodeURIComponent(product.name)}`;
  const [page, list, cheap, feed] = await Promise.all(
    [`/products/${slug}`, search, `${search}&max_price=${below}`, '/feed.xml'].map(read),
  );
  const offers = jsonLdOf(present(page)).find((data) => data['@type'] === 'Product')?.['offers'] as { price?: string };
  const item = (feed ?? '').split('<item>').find((one) => one.startsWith(`<g:id>${product_id}</g:id>`)) ?? '';
  const card = (html = '') =>
    html.split('<li').find((one) => one.includes(`href="/products/${slug}"`) && one.includes('class="price"'));
  return {
    page: /<span class="price buy-price"[^>]*>([^<]*)/.exec(page ?? '')?.[1],
    offer: offers.price,
    card: /class="price"[^>]*>([^<]*)/.exec(card(list) ?? '')?.[1],
    isCheap: card(cheap) !== undefined,
    feed: /<g:sale_price>([^<]*)/.exec(item)?.[1] ?? /<g:price>([^<]*)/.exec(item)?.[1],
  };
}

test('cached pages, lists, structured data and the feed have the price of a sale from its start to its end', async () => {
  const paise = Math.round(toPaise(product.final_price) / 2);
  const below = Math.ceil(paise / 100);
  const withPrice = (rupees: string, isCheap: boolean) => {
    const shown = formatRupees(rupees);
    return { page: shown, offer: rupees, card: shown, isCheap, feed: `${rupees} INR` };
  };
  const regular = withPrice(product.final_price, false);
  expect(await readPrices(below)).toEqual(regular);
  const secondsFromNow = (seconds: number) => `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;
  const [from, until] = [secondsFromNow(5), secondsFromNow(12)];
  await shop.store('sale', 'set', product.slug, toRupees(paise), '--from', from, '--until', until);
  expect(await readPrices(below)).toEqual(regular);
  await expect.poll(() => readPrices(below), { timeout: 20_000, interval: 100 }).toEqual(withPrice(toRupees(paise), true));
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(from));
  expect(await read(`/products/${product.slug}`)).toContain(`"priceValidUntil":"${until.replace('Z', '.000Z')}"`);
  await expect.poll(() => readPrices(below), { timeout: 20_000, interval: 100 }).toEqual(regular);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
}, 60_000);
