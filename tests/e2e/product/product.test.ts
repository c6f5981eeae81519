import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { percentOff } from '#lib/site/price.ts';
import { categoryPath, missingPath } from '#tests/support/browser/addresses.ts';
import { allProducts } from '#tests/support/browser/customer.ts';
import { setting } from '#tests/support/browser/setting.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const desktopTest = test.extend('pageOptions', { viewport: desktop });
let products: Product[];
beforeAll(async () => {
  products = await allProducts(shop);
});

/** Returns the first matching product of the demo shop. */
function productWith(holds: (product: Product) => boolean): Product {
  const product = products.find(holds);
  if (!product) throw new Error('The demo shop has no such product');
  return product;
}

async function openProduct(page: Page, { slug }: { slug: string }, viewport = desktop): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(`${shop.url}/products/${slug}`, { waitUntil: 'load' });
}

test('the buy button stays in its place when a size with low stock is chosen', async ({ page }) => {
  const product = productWith(({ variants }) => variants.some(({ stock }) => stock > 0 && stock < 5));
  await openProduct(page, product);
  const top = async () => (await page.getByRole('button', { name: 'Add to cart' }).boundingBox())?.y;
  const before = await top();
  const low = present(product.variants.find(({ stock }) => stock > 0 && stock < 5)).product_variation;
  await page.getByRole('radio', { name: low, exact: true }).check();
  await page
    .getByRole('status')
    .filter({ hasText: /^Only \d left/ })
    .waitFor();
  expect(await top()).toBe(before);
});

describe('sizes', () => {
  const sized = () =>
    productWith(
      ({ variants }) => variants.some(({ stock }) => stock === 0) && variants.some(({ stock }) => stock > MAX_LINE_QUANTITY),
    );

  test('none is preselected, and a sold-out one is named so', async ({ page }) => {
    const product = sized();
    await openProduct(page, product);
    const choice = page.getByRole('group', { name: 'Size' });
    expect(await choice.getByRole('radio').count()).toBe(product.variants.length);
    expect(await choice.getByRole('radio', { checked: true }).count()).toBe(0);
    for (const { product_variation, stock } of product.variants) {
      const name = stock > 0 ? product_variation : `${product_variation} Sold out`;
      expect(await choice.getByRole('radio', { name, exact: true }).isEnabled()).toBe(true);
    }
  });

  test('one must be chosen first: an error says so and moves nothing, and the sizes get the focus', async ({ page }) => {
    await openProduct(page, sized());
    const button = page.getByRole('button', { name: 'Add to cart' });
    const top = (await button.boundingBox())?.y;
    await button.click();
    await page.getByRole('alert').filter({ hasText: 'Please choose a size first' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('size');
    expect(await page.getByRole('dialog', { name: /^Your cart/ }).count()).toBe(0);
    expect((await button.boundingBox())?.y).toBe(top);
  });

  test('low stock is shown for its size', async ({ page }) => {
    const product = productWith(({ variants }) => variants.some(({ stock }) => stock > 0 && stock <= MAX_LINE_QUANTITY));
    const few = present(product.variants.find(({ stock }) => stock > 0 && stock <= MAX_LINE_QUANTITY));
    await openProduct(page, product);
    await page.getByRole('radio', { name: few.product_variation, exact: true }).check();
    await page
      .getByRole('status')
      .filter({ hasText: `Only ${few.stock} left in size ${few.product_variation}` })
      .waitFor();
    const more = page.getByRole('button', { name: 'Increase quantity' });
    for (let n = 1; n < few.stock; n++) await more.click();
    expect(await more.isDisabled()).toBe(true);
  });

  test('a sold-out product cannot be bought', async ({ page }) => {
    await openProduct(
      page,
      productWith(({ variants, product_stock }) => product_stock === 0 && variants.every(({ stock }) => stock === 0)),
    );
    expect(
      await page
        .locator('main')
        .getByRole('button', { name: /Sold out|Add to cart/ })
        .count(),
    ).toBe(0);
    expect(await page.locator('.buy-box').getByRole('link', { name: 'See similar' }).getAttribute('href')).toBe('#similar');
    expect(await page.getByRole('button', { name: 'Increase quantity' }).count()).toBe(0);
  });
});

describe('prices', () => {
  test('below the MRP show it struck through, with the percentage off', async ({ page }) => {
    const product = productWith(({ final_price, mrp, variants }) => percentOff(final_price, mrp) > 0 && variants.length === 0);
    await openProduct(page, product);
    const prices = page.locator('.buy-box .prices');
    expect(await prices.locator('.price').innerText()).toBe(formatRupees(product.final_price));
    expect(await prices.locator('.mrp').innerText()).toBe(`MRP ${formatRupees(product.mrp)}`);
    expect(await prices.locator('s').innerText()).toBe(formatRupees(product.mrp));
    expect(await prices.locator('.off').innerText()).toBe(`${percentOff(product.final_price, product.mrp)}% off`);
    await page.getByText('MRP incl. of all taxes').waitFor();
  });

  test('equal to the MRP are shown alone', async ({ page }) => {
    const product = productWith(
      ({ final_price, mrp, variants }) => final_price === mrp && variants.every((one) => one.mrp === one.final_price),
    );
    await openProduct(page, product);
    expect(await page.locator('.buy-box .mrp, .buy-box .off').filter({ visible: true }).count()).toBe(0);
    await page.getByText('Incl. of all taxes', { exact: true }).waitFor();
  });
});

test('the breadcrumb links home and the sub-category’s listing, and names the product', async ({ page }) => {
  const product = productWith(({ sub_category }) => /\W/.test(sub_category.sub_category_name));
  const category = product.sub_category.sub_category_name;
  await openProduct(page, product);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await trail.getByRole('listitem').allInnerTexts()).toEqual(['Home', category, product.name]);
  expect(await trail.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  const link = trail.getByRole('link', { name: category });
  expect(decodeURIComponent(present(await link.getAttribute('href')))).toBe(
    setting === 'static' ? decodeURIComponent(categoryPath(category)) : `/shop?page=1&categories=${category.toLowerCase()}`,
  );
  expect(await trail.locator('[aria-current=page]').innerText()).toBe(product.name);
  await link.click();
  await page.getByRole('heading', { name: category, exact: true }).waitFor();
});

test('name, seller, shipping and description are shown, with more products of the category', async ({ page }) => {
  const product = productWith(({ description, brand }) => description.length > 40 && Boolean(brand));
  await openProduct(page, product, phone);
  expect(await page.locator('h1').allInnerTexts()).toEqual([product.name]);
  const facts = await page.locator('.product-details').textContent();
  for (const fact of [product.seller_name, present(product.brand), 'Shipping is free.']) expect(facts).toContain(fact);
  const more = page.getByRole('heading', { name: `More from ${product.sub_category.sub_category_name}` });
  await more.scrollIntoViewIfNeeded();
  expect(await page.locator(`main .card h3 a[href="/products/${product.slug}"]`).count()).toBe(0);
});

test('a delivery check accepts a pincode with a space, and reports a lost connection', async ({ page }) => {
  await openProduct(
    page,
    productWith(() => true),
  );
  await page.getByLabel('Delivery pincode').fill('313 001');
  await page.locator('.delivery-known', { hasText: /Deliver to 313001.*Rajasthan/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText(failure.offline).waitFor();
});

test('a pincode that was found is shown with its place on the next product page, before and after hydration', async ({
  page,
  pageErrors,
}) => {
  // Its shipping is the same for every pincode, so that nothing is asked before the shopper does.
  const small = await smallShop();
  await page.goto(`${small.url}/products/plain-tee`);
  const place = page.locator('.delivery-known', { hasText: /Deliver to 313001.*Rajasthan/ });
  await page.getByLabel('Delivery pincode').fill('313001');
  await place.waitFor();
  // The pointer would lie on the next page's island and hydrate it.
  await page.mouse.move(0, 0);
  await page.goto(`${small.url}/products/long-wallet`, { waitUntil: 'load' });
  const island = page.locator('.delivery').locator('xpath=ancestor::astro-island');
  const hydrated = async () => (await island.getAttribute('ssr')) === null;
  await place.waitFor();
  expect(await hydrated()).toBe(false);
  const change = page.getByRole('button', { name: 'Change' });
  await change.focus();
  await expect.poll(hydrated).toBe(true);
  expect(await place.isVisible()).toBe(true);
  await change.click();
  await page.getByLabel('Delivery pincode').fill('000000');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('We cannot find this pincode. Check its 6 digits.').waitFor();
  expect(await place.isVisible()).toBe(false);
  expect(pageErrors).toEqual([]);
});

desktopTest('a missing product redirects to Page Not Found', async ({ page }) => {
  for (const slug of ['never-made', '%2e%2e%2fetc', 'a'.repeat(500), 'कुर्ता']) {
    const response = await page.goto(`${shop.url}/products/${slug}`);
    expect([response?.status(), new URL(page.url()).pathname]).toEqual([
      404,
      missingPath(new URL(`${shop.url}/products/${slug}`).pathname, '/not-found'),
    ]);
  }
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
});
