import { expect, test } from 'vitest';
import { LAZY_IMAGE_VISIBLE } from '#lib/site/ui-thresholds.ts';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { openPage } from '#tests/support/browser/test-page.ts';

const shop = await demoShop();

test.each([320, 360, 412])('the next picture of a product shows beside the first on a phone of %i px', async (width) => {
  const { page } = await openPage({ viewport: { width, height: 740 } });
  await page.goto(`${shop.url}/products/everyday-poplin-shirt-sky-blue`);
  const second = page.locator('.views > li').nth(1);
  const share = await second.evaluate((view) => {
    const { left, width } = view.getBoundingClientRect();
    return (innerWidth - left) / width;
  });
  expect(share).toBeGreaterThan(LAZY_IMAGE_VISIBLE);
  await expect.poll(() => second.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('the cards of a phone on its side fit its screen', async () => {
  const { page } = await openPage({ viewport: { width: 740, height: 360 } });
  await page.goto(`${shop.url}/shop`);
  const heights = await page
    .locator('main .card .picture')
    .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(360 - 60);
});

test('the order of a list is read whole beside its filters', async () => {
  const { page } = await openPage({ viewport: { width: 740, height: 360 } });
  await page.goto(`${shop.url}/shop?in_stock=1&max_price=1500&sort_by=price_desc`);
  const missing = await page.locator('#sort').evaluate((select) => {
    const { width } = select.getBoundingClientRect();
    select.style.width = 'max-content';
    return select.getBoundingClientRect().width - width;
  });
  expect(missing).toBeLessThanOrEqual(0);
});

test.each([
  ['a phone', { width: 360, height: 740 }, ''],
  ['a phone on its side', { width: 740, height: 360 }, ''],
  ['a tablet', { width: 768, height: 1024 }, ''],
  ['a tablet with few filters', { width: 768, height: 1024 }, '?search=no-such-thing'],
])('on %s the button that applies the filters is at the lower edge', async (_, viewport, search) => {
  const { page } = await openPage({ viewport });
  await page.goto(`${shop.url}/shop${search}`);
  await page.locator('.filter-button').click();
  const foot = page.locator('.filters-foot');
  await expect.poll(() => foot.evaluate((bar) => Math.abs(innerHeight - bar.getBoundingClientRect().bottom))).toBeLessThan(1);
});
