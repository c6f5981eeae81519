import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newDataDir, type RunningShop, realData, runStore, startShop } from './shop.ts';
import { desktop, newVisitor, phone, type Visitor } from './visitor.ts';

const rupeeCatalogue = join(realData, 'catalogues/shopify/2025-rupee-apparel.csv');

interface Journey {
  name: string;
  available: boolean;
  dataDir: () => Promise<string>;
  search: string;
  viewport: typeof phone;
}

const journeys: Journey[] = [
  {
    name: 'the demo shop, on a phone',
    available: true,
    dataDir: async () => newDataDir(inject('demoTemplate')),
    search: 'kurta',
    viewport: phone,
  },
  {
    name: 'a real catalogue in rupees, on a wide screen',
    available: existsSync(rupeeCatalogue),
    dataDir: async () => {
      const dataDir = newDataDir();
      await runStore(dataDir, 'import', rupeeCatalogue, '--no-pictures');
      return dataDir;
    },
    search: 'jersey',
    viewport: desktop,
  },
];

describe.for(journeys)('buying from $name', ({ available, dataDir, search, viewport }) => {
  let shop: RunningShop;
  let visitor: Visitor;
  let slug = '';
  let size = '';

  beforeAll(async () => {
    if (!available) return;
    shop = await startShop(await dataDir());
    visitor = await newVisitor({ viewport });
    // Pictures of a real catalogue live on servers that a test does not visit.
    await visitor.page.route(
      (url) => url.origin !== shop.url,
      (route) => route.fulfill({ status: 200, contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
  });
  afterAll(async () => {
    await visitor?.leave();
    await shop?.stop();
  });

  const stockOf = async (): Promise<number> => {
    const reply = await fetch(`${shop.url}/api/single-product-details/${slug}`, { headers: { 'x-app-key': 'demo-key' } });
    const { data } = (await reply.json()) as {
      data: { product_stock: number; variants: { product_variation: string; stock: number }[] };
    };
    return data.variants.find((variant) => variant.product_variation === size)?.stock ?? data.product_stock;
  };

  test.skipIf(!available)('search, filter, open a product', async () => {
    const { page } = visitor;
    await page.goto(shop.url);
    await page
      .getByRole('button', { name: 'Search' })
      .or(page.getByRole('link', { name: 'Search' }))
      .first()
      .click();
    await page.getByPlaceholder('Search for products, brands, categories...').fill(search);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/shop\?search=/);
    await page.goto(`${page.url()}&in_stock=1`);
    await page.locator('main [data-product] a').first().click();
    await page.waitForURL(/\/products\//);
    slug = new URL(page.url()).pathname.slice('/products/'.length);
  });

  test.skipIf(!available)('choose a size, add it, change the quantity', async () => {
    const { page } = visitor;
    const choice = page.locator('main input[type=radio]:not(:disabled)').first();
    size = (await choice.getAttribute('value')) ?? '';
    await choice.check({ force: true });
    await page
      .getByRole('button', { name: /add to cart/i })
      .first()
      .click();
    const popup = page.getByRole('dialog');
    await popup.waitFor();
    await popup.getByRole('button', { name: /increase/i }).click();
    await expect.poll(() => popup.getByRole('heading').first().innerText()).toMatch(/2/);
    await popup.getByRole('link', { name: 'View Cart' }).click();
    await page.waitForURL(/\/cart$/);
  });

  test.skipIf(!available)('check out as a guest with a code, paying on delivery', async () => {
    const { page } = visitor;
    const before = await stockOf();
    await page
      .getByRole('link', { name: /checkout/i })
      .first()
      .click();
    await page.waitForURL(/\/checkout/);
    await page
      .getByLabel(/mobile|phone/i)
      .first()
      .fill('9876543210');
    const sent = page.waitForResponse(/\/api\/otp\/send/);
    await page
      .getByRole('button', { name: /code|otp/i })
      .first()
      .click();
    const { data } = (await (await sent).json()) as { data: { otp: string } };
    await page
      .getByLabel(/code|otp/i)
      .first()
      .fill(data.otp);
    const verify = page.getByRole('button', { name: /verify/i });
    if (await verify.isVisible()) await verify.click();
    await page
      .getByLabel(/first name/i)
      .first()
      .fill('Meera');
    await page
      .getByLabel(/last name/i)
      .first()
      .fill('Nair');
    await page.getByLabel(/email/i).first().fill('meera@example.in');
    await page
      .getByRole('button', { name: /continue/i })
      .first()
      .click();
    await page.getByLabel(/^address/i).fill('14, Lake View Road');
    await page.getByLabel(/pincode/i).fill('682001');
    await page.getByLabel(/city/i).fill('Kochi');
    await page.getByLabel(/state/i).fill('Kerala');
    await page
      .getByRole('button', { name: /continue/i })
      .first()
      .click();
    await page
      .getByRole('button', { name: /place order/i })
      .first()
      .click();
    await page.waitForURL(/\/order-success/);
    const number = /HT-[0-9A-Z]+/.exec(await page.locator('main').innerText())?.[0] ?? '';
    expect(number).not.toBe('');
    expect(await shop.store('orders')).toContain(number);
    expect(await stockOf()).toBe(before - 2);
    expect(visitor.complaints).toEqual([]);
  });
});
