import { expect } from 'vitest';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: { width: 768, height: 1024 } });

test('a picture beside its words is no higher than 62 % of an upright tablet’s width, and four products are a row', async ({
  page,
}) => {
  await page.goto(shop.url);
  const tops = await page
    .locator('.grid')
    .evaluateAll((grids) =>
      grids
        .filter((grid) => grid.childElementCount === 4)
        .map((grid) => new Set([...grid.children].map((card) => card.getBoundingClientRect().top)).size),
    );
  expect(tops).toEqual([1]);
  // The demo shop's pictures are wide and under their words.
  await page.evaluate(() => {
    for (const banner of document.querySelectorAll('.wide')) banner.classList.remove('wide');
  });
  const picture = present(await page.locator('.hero .banner-picture').first().boundingBox());
  expect(picture.height).toBeLessThanOrEqual(768 * 0.62 + 1);
});
