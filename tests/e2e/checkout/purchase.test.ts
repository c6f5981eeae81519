import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { apiData, checkOutAsGuest } from '#tests/support/browser/customer.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { newDataDir, startShop, storeOrigin } from '#tests/support/browser/shop-server.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { exportsFolder, realFiles } from '#tests/support/real-files.ts';
import { useShop } from '#tests/support/shop-test.ts';

const importedShop = (catalogue: string) => async (): Promise<string> => {
  const dataDir = newDataDir();
  await runStore(dataDir, 'import', catalogue, '--no-pictures');
  return dataDir;
};

interface Journey {
  name: string;
  dataDir: () => Promise<string>;
  search: string;
  /** A filter that the listing of the search offers, since it leaves some products out. */
  filter: { name: string; parameter: 'in_stock' | 'min_discount' | 'size'; value: string };
  viewport: typeof phone;
}

const journeys: Journey[] = [
  {
    name: 'the demo shop, on a phone',
    dataDir: async () => newDataDir(inject('demoTemplate')),
    search: 'kurta',
    filter: { name: 'In stock', parameter: 'in_stock', value: '1' },
    viewport: phone,
  },
  {
    name: 'an imported catalogue in rupees, on a wide screen',
    dataDir: importedShop(join(exportsFolder, 'rupee-apparel.csv')),
    search: 'jersey',
    // All are in stock.
    filter: { name: '30% or more', parameter: 'min_discount', value: '30' },
    viewport: desktop,
  },
];
if (realFiles) {
  journeys.push({
    name: 'a real catalogue in rupees, on a wide screen',
    dataDir: importedShop(join(realFiles, 'catalogues/shopify/2025-rupee-apparel.csv')),
    search: 'kit',
    // All are in stock and at least 30% off.
    filter: { name: 'S', parameter: 'size', value: 'S' },
    viewport: desktop,
  });
}

describe.for(journeys)('buying from $name', async ({ dataDir, search, filter, viewport }) => {
  const { shop } = await useShop(dataDir().then((folder) => startShop(folder)));
  const visitor = await openPage({ viewport });
  let slug = '';
  let size = '';

  beforeAll(async () => {
    // Blocks pictures of real catalogues, which are on external servers.
    await visitor.page.route(
      (url) => ![shop.url, storeOrigin(shop)].includes(url.origin),
      (route) => route.fulfill({ status: 200, contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
  });

  interface Found {
    slug: string;
    product_stock: number;
    variants: { product_variation: string; stock: number }[];
  }

  const stockOf = async (): Promise<number> => {
    const { variants, product_stock } = await apiData<Found>(shop, `/single-product-details/${slug}`);
    return variants.find((variant) => variant.product_variation === size)?.stock ?? product_stock;
  };

  test('searches, filters, opens a product', async () => {
    const { page } = visitor;
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByPlaceholder('Search for products, brands, categories...').fill(search);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/shop\?search=/);
    if (viewport === phone) await page.getByRole('button', { name: 'Filters' }).click();
    const checkbox = page.getByRole('checkbox', { name: filter.name, exact: true });
    const radio = page.getByRole('radio', { name: filter.name, exact: true });
    // A chip's input is hidden behind its label.
    await page
      .locator('label')
      .filter({ has: checkbox.or(radio) })
      .click();
    const apply = page.getByRole('button', { name: /^Show \d+ products?$/ });
    if (viewport === phone) await apply.click();
    await page.waitForURL((url) => url.searchParams.get(filter.parameter) === filter.value);

    const found = await apiData<Found[]>(shop, '/search-products', { search, [filter.parameter]: filter.value });
    const wanted = found.find(({ variants }) => variants.some(({ stock }) => stock >= 3)) as Found;
    slug = wanted.slug;
    size = wanted.variants.find(({ stock }) => stock >= 3)?.product_variation as string;
    // A click is lost when the listing is replaced between its press and its release.
    await expect.poll(() => page.locator('.results').getAttribute('aria-busy')).toBe(null);
    await page.locator(`main .card h3 a[href="/products/${slug}"]`).click();
    await page.waitForURL(`**/products/${slug}`);
  });

  test('chooses a size, adds it, changes the quantity', async () => {
    const { page } = visitor;
    await page.getByRole('radio', { name: size, exact: true }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const popup = page.getByRole('dialog');
    await popup.getByText('Your cart (1 item)').waitFor();
    await popup.getByRole('button', { name: 'Increase quantity' }).click();
    await popup.getByText('Your cart (2 items)').waitFor();
    await popup.getByRole('link', { name: 'View Cart' }).click();
    await page.waitForURL(/\/cart$/);
  });

  test('checks out as a guest with a code, paying on delivery', async () => {
    const { page } = visitor;
    const before = await stockOf();
    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.waitForURL(/\/checkout/);
    await checkOutAsGuest(page, '9876543210');
    await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
    await page.waitForURL(/\/order-success/);
    const number = await page
      .getByText(/^HT-[0-9A-Z]+$/)
      .first()
      .innerText();
    expect(await shop.store('orders')).toContain(number);
    expect(await stockOf()).toBe(before - 2);
    expect(visitor.pageErrors).toEqual([]);
  });
});
