import { expect } from 'vitest';
import { saveCart } from '#tests/support/browser/customer.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop({ viewport: desktop });

test('pages of work have a heading of at most 32 px on a wide screen', async ({ page }) => {
  for (const path of ['/shop', '/categories', '/cart', '/signin', '/signup', '/faq', '/terms-use', '/no-such-page']) {
    await page.goto(shop.url + path);
    const size = await page
      .locator('h1')
      .first()
      .evaluate((heading) => getComputedStyle(heading).fontSize);
    expect([path, size]).toEqual([path, '32px']);
  }
});

test.for(['/products/long-wallet', '/cart', '/order-success'])(
  'no part of the breadcrumb of %s has space behind its name',
  async (path, { page }) => {
    await page.goto(shop.url + path);
    const gaps = await page.locator('nav[aria-label=Breadcrumb] li:has(a)').evaluateAll((parts) =>
      parts.map((part) => {
        const name = document.createRange();
        name.selectNodeContents(part.querySelector('a') as Element);
        return (part.nextElementSibling?.getBoundingClientRect().left ?? 0) - name.getBoundingClientRect().right;
      }),
    );
    expect(gaps.length).toBeGreaterThan(0);
    for (const gap of gaps) expect(Math.abs(gap)).toBeLessThan(1);
  },
);

test('the MRP of a card stands on the line of its price', async ({ page }) => {
  await page.goto(`${shop.url}/shop`);
  const prices = page.locator('main .card .prices').filter({ hasText: '999' });
  const lines = await prices.evaluate((row) =>
    [...row.children].map((price) => {
      const mark = document.createElement('span');
      mark.style.display = 'inline-block';
      price.append(mark);
      return mark.getBoundingClientRect().bottom;
    }),
  );
  expect(lines).toHaveLength(2);
  expect(Math.abs((lines[0] ?? 0) - (lines[1] ?? 0))).toBeLessThan(0.5);
});

test('the checkout of a wide screen has 40 rem for the form and 24 rem for the summary, in its middle', async ({ page }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('heading', { name: 'Your mobile number' }).waitFor();
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  await summary.waitFor();
  /** The space between the stages and the step's heading, in pixels. */
  const space = () =>
    page.evaluate(() => {
      const [stages, heading] = ['.checkout-stages', '.checkout-main > h2'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      return (heading?.top ?? 0) - (stages?.bottom ?? 0);
    });
  expect(await space()).toBe(24);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await space()).toBe(10);
  await page.setViewportSize(desktop);
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
