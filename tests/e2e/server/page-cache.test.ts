import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { makeSmallShop } from '#tests/support/browser/small-catalogue.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const dataDir = newDataDir();
await makeSmallShop(dataDir);
const { shop, test } = await useShop(startShop(dataDir, { METRICS_TOKEN: 'secret' }), { viewport: desktop });

const read = async (path: string): Promise<string> => (await fetch(shop.url + path)).text();

/** Returns how many pages were served with this outcome. */
async function served(outcome: string): Promise<number> {
  const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer secret' } });
  return Number(new RegExp(`shop_pages_total\\{outcome="${outcome}"\\} (\\d+)`).exec(await response.text())?.[1] ?? 0);
}

test('a changed product re-renders its pages only', async () => {
  const [slug, size] = ['plain-tee', 'M'];
  for (const path of [`/products/${slug}`, '/terms-use', '/cart', '/404']) await read(path);
  const before = { rendered: await served('rendered'), unchanged: await served('unchanged') };
  await shop.store('stock', slug, size, '2');
  expect(await read(`/products/${slug}`)).toMatch(/&quot;rows&quot;:\[0,&quot;[^&]*\b\d+,\d+,2,\d+,/);
  for (const path of ['/terms-use', '/cart', '/404']) await read(path);
  expect(await served('rendered')).toBe(before.rendered + 1);
  expect(await served('unchanged')).toBe(before.unchanged + 3);
});

test('a filter that is removed shows what has changed since the listing was opened', async ({ page }) => {
  await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  const tee = page.locator('main li', { hasText: 'Plain Tee' });
  expect(await tee.innerText()).not.toContain('Sold out');
  await page.goto(`${shop.url}/shop?categories=t-shirts`, { waitUntil: 'load' });
  for (const size of ['S', 'M']) await shop.store('stock', 'plain-tee', size, '0');
  await page.getByRole('checkbox', { name: 'T-Shirts', exact: true }).uncheck();
  await expect.poll(() => page.url()).toBe(`${shop.url}/shop`);
  await expect.poll(() => tee.innerText()).toContain('Sold out');
});

test('when the catalogue becomes unreadable, the shop is not ready and serves its cached pages', async () => {
  const price = present(/₹[\d,.]+/.exec(await read('/shop'))?.[0]);
  const database = new DatabaseSync(join(shop.dataDir, 'shop.db'));
  database.exec('ALTER TABLE product RENAME TO lost; UPDATE catalogue_revision SET revision = revision + 1');
  const page = await fetch(`${shop.url}/shop`);
  expect([page.status, (await page.text()).includes(price)]).toEqual([200, true]);
  expect(await served('stale')).toBeGreaterThan(0);
  expect((await fetch(`${shop.url}/shop?search=cap`)).status).toBe(500);
  expect((await fetch(`${shop.url}/api/readyz`)).status).toBe(503);
  database.exec('ALTER TABLE lost RENAME TO product; UPDATE catalogue_revision SET revision = revision + 1');
  database.close();
  await expect.poll(async () => (await fetch(`${shop.url}/shop?search=cap`)).status).toBe(200);
});
