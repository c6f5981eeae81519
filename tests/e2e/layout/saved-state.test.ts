import { expect } from 'vitest';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

test.for(['/', '/shop', '/faq'])('store info and home sections are saved and used for an hour (%s)', async (path, { page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [call] = /(store-info|home-page-sections)$/.exec(request.url()) ?? [];
    if (call) asked.push(call);
  });
  const saved = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('haat') ?? '{}')));
  const load = async () => {
    await page.goto(shop.url + path);
    await page.getByRole('banner').getByRole('link', { name: 'Cart' }).hover();
    await expect.poll(saved).toEqual(expect.arrayContaining(['storeInfo', 'homeSections']));
    await page.waitForLoadState('networkidle');
  };
  await load();
  expect(asked).toEqual(['store-info', 'home-page-sections']);
  await load();
  expect(asked).toHaveLength(2);
});
