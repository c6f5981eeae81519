import type { Page, Route } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop(), { emptyCache: true });

beforeAll(async () => {
  await shop.store('theme', 'set', 'legal.support_email=care@small.example', 'legal.support_phone=+91 98765 43210');
});

const ways: [name: string, answer: (route: Route) => unknown][] = [
  ['are blocked', (route) => route.abort()],
  ['are empty', (route) => route.fulfill({ status: 404, body: '' })],
  ['never arrive', () => undefined],
];

/** Each place that needs script. */
const places: [name: string, path: string, isSignedIn?: boolean][] = [
  ['a product', '/products/plain-tee'],
  ['the cart', '/cart'],
  ['the checkout', '/checkout'],
  ['the sign-in', '/signin'],
  ['the sign-in by code', '/signin?way=code'],
  ['the sign-up', '/signup'],
  ['a forgotten password', '/forgot-password'],
  ['the orders', '/my-account/orders', true],
  ['the account', '/my-account/account', true],
  ['the password', '/my-account/password', true],
  ['the wishlist', '/my-account/wishlist', true],
  ['the contact form', '/faq'],
];

/** Opens a page whose scripts do not come. */
async function openWithout(page: Page, answer: (route: Route) => unknown, path: string, isSignedIn = false): Promise<void> {
  if (isSignedIn) await saveSession(page, shop, await createCustomer(shop));
  await page.route(/\/_astro\/.*\.js/, answer);
  await page.goto(shop.url + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
}

/** Ends the wait of ten seconds after which the page says that its scripts have not come. */
const passTenSeconds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().delay === 10_000) animation.currentTime = 10_000;
  });

test.for(ways.flatMap(([way, answer]) => places.map(([name, path, isSignedIn]) => ({ name, way, answer, path, isSignedIn }))))(
  '$name says how to go on where the scripts $way',
  async ({ answer, path, isSignedIn }, { page }) => {
    await openWithout(page, answer, path, isSignedIn);
    await passTenSeconds(page);
    const said = page.getByRole('main').getByRole('alert').filter({ hasText: 'needs JavaScript' });
    await said.waitFor();
    expect(await said.count()).toBe(1);
    const links = await said.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['mailto:care@small.example', 'tel:+919876543210', 'https://wa.me/919876543210']);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  },
);

test.for(ways)(
  'where the scripts %s, a press on "Add to cart" shows what to do, and sends the shopper nowhere',
  async ([, answer], { page }) => {
    await openWithout(page, answer, '/products/plain-tee');
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await passTenSeconds(page);
    await page.getByText('Ordering needs JavaScript').waitFor();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect
      .poll(() =>
        page.getByText('Ordering needs JavaScript').evaluate((text) => {
          const { top, bottom } = text.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('radio', { name: 'M', exact: true }).isChecked()).toBe(true);
  },
);

test('what was said goes away when the scripts arrive late', async ({ page }) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await openWithout(
    page,
    async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    },
    '/products/plain-tee',
  );
  await passTenSeconds(page);
  const said = page.getByText('Ordering needs JavaScript');
  await said.waitFor();
  release();
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await said.waitFor({ state: 'hidden' });
});

test.for(ways)('the shop can be read and searched where the scripts %s', async ([, answer], { page }) => {
  await openWithout(page, answer, '/shop?search=tee');
  await passTenSeconds(page);
  await page.getByRole('link', { name: 'Plain Tee' }).first().click();
  await page.waitForURL('**/products/plain-tee');
  await page.getByText('₹499.00').first().waitFor();
});
