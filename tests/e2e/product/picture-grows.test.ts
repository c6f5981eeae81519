import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '#tests/support/browser/chromium/launch.ts';
import { allProducts } from '#tests/support/browser/customer.ts';
import { phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop } = await useDemoShop();
const browser = await useBrowser({ draws: true });

/** Opens a listing in a page that keeps the parts of a transition by which it came. */
async function openList(reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
  const page = await browser.newPage({ viewport: phone, reducedMotion });
  onTestFinished(() => page.close());
  await page.addInitScript(() => {
    addEventListener('pagereveal', async ({ viewTransition }) => {
      await viewTransition?.ready;
      const parts = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
      document.documentElement.dataset['came'] = [viewTransition ? 'moved' : 'at once', ...parts].join(' ');
    });
  });
  await page.goto(`${shop.url}/shop`, { waitUntil: 'networkidle' });
  return page;
}

const came = (page: Page) => page.locator('html').getAttribute('data-came');
const namesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).viewTransitionName).filter((name) => name !== 'none'));

test('the picture of a followed card grows into that of the product', async () => {
  const page = await openList('no-preference');
  await page.locator('main .card h3 a').nth(1).click();
  await page.waitForURL('**/products/*');
  for (const part of ['old', 'new']) await expect.poll(() => came(page)).toContain(`::view-transition-${part}(product-picture)`);
});

test('nothing moves from page to page where motion is not wanted', async () => {
  const page = await openList('reduce');
  await page.locator('main .card h3 a').nth(1).click();
  await page.waitForURL('**/products/*');
  await expect.poll(() => came(page)).toMatch(/^at once(?!.*view-transition)/);
});

test('a product’s picture has its name again once the page that a card led to is left', async () => {
  const page = await openList('no-preference');
  const related = present((await allProducts(shop)).find(({ designs }) => !designs));
  await page.goto(`${shop.url}/products/${related.slug}`, { waitUntil: 'networkidle' });
  const leave = (to: string | undefined) =>
    page.evaluate((url) => {
      const activation = { entry: { url } } as NavigationActivation;
      const event = new Event('pageswap');
      dispatchEvent(Object.assign(event, { activation, viewTransition: {} }));
    }, to);
  await leave(
    await page
      .locator('.card h3 a')
      .first()
      .evaluate((link: HTMLAnchorElement) => link.href),
  );
  expect([await namesOf(page, '.views > li'), await namesOf(page, '.card .picture')]).toEqual([[], ['product-picture']]);
  await leave(`${shop.url}/shop`);
  expect([await namesOf(page, '.views > li'), await namesOf(page, '.card .picture')]).toEqual([['product-picture'], []]);
});
