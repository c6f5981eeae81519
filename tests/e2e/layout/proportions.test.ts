import { beforeEach, expect, test } from 'vitest';
import { saveCart } from '#tests/support/browser/customer.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';

const shop = await smallShop();
let page: Awaited<ReturnType<typeof openPage>>['page'];
beforeEach(async () => {
  ({ page } = await openPage({ viewport: desktop }));
});

test('pages of work have a heading of at most 32 px on a wide screen', async () => {
  for (const path of ['/shop', '/categories', '/cart', '/signin', '/signup', '/faq', '/terms-use', '/no-such-page']) {
    await page.goto(shop.url + path);
    const size = await page
      .locator('h1')
      .first()
      .evaluate((heading) => getComputedStyle(heading).fontSize);
    expect([path, size]).toEqual([path, '32px']);
  }
});

test('the checkout of a wide screen has 40 rem for the form and 24 rem for the summary, in its middle', async () => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('heading', { name: 'Your mobile number' }).waitFor();
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  await summary.waitFor();
  const checkout = present(await page.locator('.checkout:visible').boundingBox());
  const columns = await page.locator('.checkout:visible').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns);
  expect(columns).toBe('640px 384px');
  const form = present(await page.getByRole('heading', { name: 'Your mobile number' }).boundingBox());
  const side = present(await summary.boundingBox());
  expect(Math.abs(form.x - (desktop.width - side.x - side.width))).toBeLessThan(40);
  expect(checkout.width).toBeLessThanOrEqual(desktop.width);
  // Above the form, it is closed, also when a tablet is turned.
  const open = summary.locator('details[open]');
  expect(await open.count()).toBe(1);
  await page.setViewportSize({ width: 768, height: 1024 });
  await open.waitFor({ state: 'detached' });
  await page.setViewportSize(desktop);
  await open.waitFor();
});
