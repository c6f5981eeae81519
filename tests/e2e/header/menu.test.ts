import { expect } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { test } = await useDemoShop({ viewport: { width: 360, height: 740 } });

test('the menu of a phone has pictures of categories, and its lower group stays in sight', async ({ shop, page, pageErrors }) => {
  await page.goto(`${shop.url}/terms-use`, { waitUntil: 'load' });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.locator('summary[aria-label="All categories"]').click();
  const pictures = menu.locator('.category-list li:nth-child(-n + 10) img');
  await expect.poll(() => pictures.count()).toBe(10);
  await expect.poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  for (const [name, path] of [
    ['Sign in', '/signin'],
    ['My Orders', '/my-account/orders'],
    ['FAQ', '/faq'],
    ['Contact us', '/faq#contact'],
  ] as const) {
    const link = menu.getByRole('link', { name, exact: true });
    expect(await link.getAttribute('href')).toBe(path);
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  }
  expect(await axeViolationsInThemes(page, 'the menu')).toEqual([]);
  await menu.getByRole('link', { name: 'Contact us', exact: true }).click();
  await page.waitForURL('**/faq#contact');
  expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us', exact: true }).getAttribute('href')).toBe(
    '/faq#contact',
  );
  expect(pageErrors).toEqual([]);
});
