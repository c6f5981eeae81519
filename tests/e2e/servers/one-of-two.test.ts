import { expect } from 'vitest';
import { addToCart, apiReply, checkOutAsGuest, newMobile } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { orderNumbers, unitsInStock } from '#tests/support/browser/shop-records.ts';
import { importRows, smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop());

/** Reads a page `times` times, each from the next server; returns what the pages say of the tee's price. */
async function pricesOnPages(times: number): Promise<Set<string | undefined>> {
  const pages = Array.from({ length: times }, async () => (await fetch(`${shop.url}/products/plain-tee`)).text());
  return new Set((await Promise.all(pages)).map((html) => /₹[\d,.]+/.exec(html)?.[0]));
}

test('a price changed by a command shows on both servers within two seconds', async () => {
  expect(await pricesOnPages(4)).toEqual(new Set(['₹499.00']));
  await importRows(
    shop.dataDir,
    smallCatalogue.map((row) => (row.handle === 'plain-tee' ? { ...row, price: '479.00' } : row)),
  );
  const changedAt = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const prices = await pricesOnPages(4);
    if (!prices.has('₹499.00')) return expect(prices).toEqual(new Set(['₹479.00']));
    expect(askedAt - changedAt).toBeLessThan(2000);
  }
});

test('a shopper buys on while one of two servers is killed', async ({ page, pageErrors }) => {
  const mobile = newMobile();
  const before = await unitsInStock(shop, 'long-wallet');
  await addToCart(page, shop, 'long-wallet');
  await page.goto(`${shop.url}/checkout`);
  await checkOutAsGuest(page, mobile);
  shop.killServer?.();
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.waitForURL(/\/order-success/);
  expect(await orderNumbers(shop, mobile)).toHaveLength(1);
  expect(await unitsInStock(shop, 'long-wallet')).toBe(before - 1);
  for (const path of ['/', '/shop', '/cart', '/my-account/orders']) await page.goto(shop.url + path);
  const replies = await Promise.all(Array.from({ length: 20 }, () => apiReply<{ success: boolean }>(shop, '/get-products', {})));
  expect(replies.every(({ success }) => success)).toBe(true);
  expect(pageErrors).toEqual([]);
});
