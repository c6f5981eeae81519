import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { addToServerCart, createCustomer, openReview, saveCart, saveSession } from '#tests/support/browser/customer.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
const freshTest = test.extend('pageOptions', { emptyCache: true });

/** Frames after which a button has to show that it is busy: fewer than 100 ms have. */
const FRAMES = 4;

/** Presses a button, and returns whether it spins or is disabled shortly afterwards. */
const isBusyAfterPress = (button: Locator): Promise<boolean> =>
  button.evaluate(async (node: HTMLElement, frames) => {
    node.click();
    for (let i = 0; i < frames; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { content, display, opacity } = getComputedStyle(node, '::after');
    const spins = content !== 'none' && display !== 'none' && opacity !== '0';
    return spins || (node as HTMLButtonElement).disabled;
  }, FRAMES);

/** Holds requests until the returned function is called. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return release;
}

const buy = (page: Page) => page.getByRole('button', { name: 'Add to cart' });

freshTest('the buy button is busy while its scripts, and then the popup, are loading', async ({ page }) => {
  await page.goto(`${shop.url}/products/long-wallet`, { waitUntil: 'networkidle' });
  const releaseScripts = await hold(page, /\/_astro\/.*\.js/);
  const releasePopup = await hold(page, /\/_astro\/CartPanel.*/);
  expect(await isBusyAfterPress(buy(page))).toBe(true);
  releaseScripts();
  await page.locator('astro-island:has(.add-to-cart):not([ssr])').waitFor({ state: 'attached' });
  await page.locator('.cart-opening').waitFor({ state: 'attached' });
  expect(await buy(page).evaluate((node) => getComputedStyle(node, '::after').content)).not.toBe('none');
  releasePopup();
  await page.locator('.cart-panel').waitFor();
  expect(await page.locator('.add-to-cart').evaluate((node) => getComputedStyle(node, '::after').content)).toBe('none');
});

freshTest('the cart button is busy while the popup is loading', async ({ page }) => {
  await page.goto(`${shop.url}/faq`, { waitUntil: 'networkidle' });
  const release = await hold(page, /\/_astro\/.*\.js/);
  expect(await isBusyAfterPress(page.getByRole('link', { name: 'Cart' }))).toBe(true);
  release();
  await page.locator('.cart-panel').waitFor();
});

/** Each button of a call: where it is, and the call that it waits for. */
const buttons: [name: string, call: string, open: (page: Page) => Promise<Locator>][] = [
  [
    'Add to cart',
    '**/api/customer/add-to-cart',
    async (page) => {
      await saveSession(page, shop, await createCustomer(shop));
      await page.goto(`${shop.url}/products/long-wallet`, { waitUntil: 'networkidle' });
      await buy(page).focus();
      await page.locator('astro-island:has(.add-to-cart):not([ssr])').waitFor({ state: 'attached' });
      return buy(page);
    },
  ],
  [
    'Send code',
    '**/api/otp/send',
    async (page) => {
      await saveCart(page, shop, ['long-wallet']);
      await page.goto(`${shop.url}/checkout`);
      await page.locator('main astro-island:not([ssr])').first().waitFor({ state: 'attached' });
      await page.getByLabel('Mobile number').fill('9876501234');
      return page.getByRole('button', { name: /code/ }).first();
    },
  ],
  [
    'Place order',
    '**/api/checkout',
    async (page) => {
      const customer = await createCustomer(shop);
      await addToServerCart(shop, customer.token, 'long-wallet');
      await openReview(page, shop, customer);
      const button = page.locator('.place-bar .button.primary');
      await expect.poll(() => button.innerText()).toMatch(/^(Place order|Pay ₹)/);
      return button;
    },
  ],
  [
    'Apply',
    '**/api/apply-coupon',
    async (page) => {
      await saveCart(page, shop, ['long-wallet']);
      await page.goto(`${shop.url}/cart`);
      await page.getByText('Have a coupon?').click();
      await page.getByLabel('Coupon code').fill('NOPE');
      return page.locator('.coupon-apply');
    },
  ],
];

test.for(buttons)('“%s” is busy while its call is under way', async ([, call, open], { page }) => {
  const button = await open(page);
  const release = await hold(page, call);
  expect(await isBusyAfterPress(button)).toBe(true);
  release();
});
