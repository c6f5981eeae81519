import { expect } from 'vitest';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: { width: 360, height: 740 } });

test('a picture that does not load shows the product’s name, or the first letter of a name beside it', async ({ page }) => {
  await page.route('**/*', (route) => (route.request().resourceType() === 'image' ? route.abort() : route.continue()));
  await page.goto(shop.url, { waitUntil: 'load' });
  const shown = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((frame) => {
        const { content, visibility } = getComputedStyle(frame, '::before');
        const picture = frame.querySelector('picture') as Element;
        // What would be painted over the text: the broken picture, and its colours.
        const over = [picture, ...frame.querySelectorAll('.colour')].some(
          (one) => getComputedStyle(one).visibility === 'visible',
        );
        return { content, visibility, over };
      });
  const letter = (text: string) => ({ content: `"${text}"`, visibility: 'visible', over: false });
  await expect.poll(() => shown('.rounds .picture')).toEqual(letter('T'));
  await expect.poll(() => shown('.hero .picture')).toMatchObject({ visibility: 'hidden', over: false });
  const card = page.locator('main .card').first();
  await card.scrollIntoViewIfNeeded();
  const name = await card.locator('h3').innerText();
  await expect.poll(() => shown('main .card .picture')).toEqual(letter(name));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.side-menu .expandable summary').first().click();
  await expect.poll(() => shown('.side-menu .category-list .picture')).toEqual(letter('T'));
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('combobox').fill('kurta');
  const option = page.getByRole('option').first();
  await option.waitFor();
  await expect.poll(() => shown('[role=option] .picture')).toEqual(letter((await option.innerText()).trim()[0] ?? ''));
});
