import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newDataDir, type RunningShop, startShop } from './shop.ts';
import { everyProduct, giveAddress, newCustomer, putInCart, type Session, signIn } from './shopper.ts';
import { desktop, newVisitor, phone } from './visitor.ts';

interface Theme {
  name: string;
  settings: string[];
}

const themes: Theme[] = [
  { name: 'the default theme', settings: [] },
  {
    name: 'a dark theme',
    settings: [
      'backgroundColor=#101418',
      'headerBackgroundColor=#0b0e11',
      'topHeaderBackgroundColor=#000000',
      'buttonBackgroundColor=#e8c37a',
      'footerBackgroundColor=#000000',
      'bottomFooterBackgroundColor=#1a1f24',
    ],
  },
  {
    // Colours on which the specification's brightness rule gives text that reads; on some of middling brightness it does not.
    name: 'a loud theme',
    settings: [
      'backgroundColor=#ffe600',
      'headerBackgroundColor=#d6006c',
      'topHeaderBackgroundColor=#00b3ff',
      'buttonBackgroundColor=#ff5a00',
      'footerBackgroundColor=#7a00ff',
      'bottomFooterBackgroundColor=#00e676',
    ],
  },
];

let shop: RunningShop;
let customer: Session;
let sized = '';
let plain = '';
beforeAll(async () => {
  shop = await startShop(newDataDir(inject('demoTemplate')));
  customer = await newCustomer(shop);
  const products = await everyProduct(shop);
  sized =
    products.find(({ variants }) => variants.some(({ stock }) => stock < 1) && variants.some(({ stock }) => stock > 5))?.slug ??
    '';
  plain = products.find(({ variants, product_stock }) => variants.length === 0 && product_stock > 5)?.slug ?? '';
});
afterAll(() => shop.stop());

/** What depends on the theme; the rest is looked at in the default theme only. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What a page or panel breaks of WCAG 2.2 AA and the usual practices, one line each. */
async function breaches(page: Page, where: string, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length > 0
    ? axe.withRules(rules)
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 4)
      .map((node) => `${where}: ${id} at ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ').slice(0, 220)}`),
  );
}

interface Scene {
  name: string;
  path: () => string;
  /** Opens what has to be opened. */
  open?: (page: Page, wide: boolean) => Promise<unknown>;
  only?: 'narrow' | 'wide';
}

const scenes: Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'shop, filtered', path: () => '/shop?categories=shirts&in_stock=1&sort_by=price_asc' },
  { name: 'nothing found', path: () => '/shop?search=qqqqxzzk&min_price=1' },
  { name: 'product', path: () => `/products/${sized}` },
  { name: 'categories', path: () => '/categories' },
  { name: 'not found', path: () => '/404' },
  { name: 'terms', path: () => '/terms-use' },
  { name: 'FAQ, opened', path: () => '/faq', open: (page) => page.locator('details.question summary').first().click() },
  {
    name: 'filters sheet',
    path: () => '/shop',
    only: 'narrow',
    open: (page) => page.getByRole('button', { name: 'Filters' }).click(),
  },
  { name: 'menu drawer', path: () => '/faq', only: 'narrow', open: (page) => page.getByRole('button', { name: 'Menu' }).click() },
  {
    name: 'category dropdown',
    path: () => '/faq',
    only: 'wide',
    open: async (page) => {
      await page.getByRole('navigation', { name: 'Main' }).locator('summary').first().focus();
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'search panel',
    path: () => '/faq',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
      await page.getByText('Suggested Search Terms').waitFor();
    },
  },
  {
    name: 'cart popup and toast',
    path: () => `/products/${plain}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
  },
  {
    name: 'size prompt',
    path: () => `/products/${sized}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('alert').filter({ hasText: 'Please choose a size first' }).waitFor();
    },
  },
  {
    name: 'enlarged picture',
    path: () => `/products/${sized}`,
    only: 'narrow',
    open: (page) => page.getByRole('link', { name: 'Enlarge picture 1' }).click(),
  },
  { name: 'cart, empty', path: () => '/cart', open: (page) => page.getByText('Your cart is empty').waitFor() },
  {
    name: 'checkout, empty',
    path: () => '/checkout',
    open: (page) => page.getByText('Your cart is empty').waitFor(),
  },
];

/** Scenes of a customer with something in the cart, in this order. */
const customerScenes: Scene[] = [
  { name: 'account menu', path: () => '/faq', open: (page) => page.getByRole('button', { name: 'Account' }).click() },
  {
    name: 'menu drawer of a customer',
    path: () => '/faq',
    only: 'narrow',
    open: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
  },
  {
    name: 'logout confirmation',
    path: () => '/faq',
    open: async (page) => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('dialog', { name: 'Confirm Logout' }).waitFor();
    },
  },
  {
    name: 'product on the wishlist',
    path: () => `/products/${sized}`,
    open: async (page) => {
      await page.locator('.product-name .wish[aria-pressed=false]').click();
      await page.locator('.product-name .wish[aria-pressed=true]').waitFor();
      await page.locator('.product-name .wish[aria-pressed=true]').click();
      await page.locator('.product-name .wish[aria-pressed=false]').click();
    },
  },
  { name: 'cart', path: () => '/cart', open: (page) => page.getByRole('list', { name: 'Items in your cart' }).waitFor() },
  {
    name: 'checkout, address with errors',
    path: () => '/checkout',
    open: async (page) => {
      await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByText('City is required').waitFor();
    },
  },
  {
    name: 'checkout, review',
    path: () => '/checkout',
    open: giveAddress,
  },
];

const fits = ({ only }: Scene, wide: boolean) => !only || (only === 'wide') === wide;

async function look(page: Page, { name, path, open }: Scene, wide: boolean, rules: string[]): Promise<string[]> {
  await page.goto(shop.url + path(), { waitUntil: 'load' });
  await open?.(page, wide);
  return breaches(page, `${name}, ${wide ? 'wide' : 'narrow'}`, rules);
}

describe.for(themes)('in $name', ({ settings }) => {
  beforeAll(async () => {
    if (settings.length > 0) await shop.store('theme', 'set', ...settings);
  });

  test.for([phone, desktop])('no screen and no open panel has a breach at $width px', { timeout: 120_000 }, async (viewport) => {
    const wide = viewport === desktop;
    const rules = settings.length > 0 ? colourRules : [];
    const found: string[] = [];
    const guest = await newVisitor({ viewport });
    for (const scene of scenes) {
      if (fits(scene, wide)) found.push(...(await look(guest.page, scene, wide, rules)));
      await guest.page.evaluate(() => localStorage.clear());
    }
    await guest.leave();

    await putInCart(shop, customer.token, plain);
    const buyer = await newVisitor({ viewport });
    await signIn(buyer.page, shop, customer);
    for (const scene of customerScenes) found.push(...(await look(buyer.page, scene, wide, rules)));
    await buyer.leave();
    expect(found).toEqual([]);
  });
});

test('a whole purchase can be made with the keyboard alone', async () => {
  const { page, complaints, leave } = await newVisitor({ viewport: desktop });
  /** Tabs until the focus is where it should be, as someone without a mouse does. */
  const tabTo = async (selector: string, most = 120) => {
    for (let i = 0; i < most; i++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard did not reach ${selector}`);
  };
  const type = (text: string) => page.keyboard.insertText(text);

  await page.goto(shop.url);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.goto(`${shop.url}/products/${sized}`);
  await tabTo('input[name=size]:enabled');
  await page.keyboard.press('Space');
  await tabTo('.buy-box button[type=submit]');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
  await tabTo('[role=dialog] a[href="/cart"]');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cart');
  await page.getByRole('list', { name: 'Items in your cart' }).waitFor();
  await tabTo('main a[href="/checkout"]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your mobile number' }).waitFor();
  await tabTo('[name=mobile]');
  await type('9812345670');
  const sent = page.waitForResponse(/\/api\/otp\/send/);
  await page.keyboard.press('Enter');
  const { data } = (await (await sent).json()) as { data: { otp: string } };
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await tabTo('[name=otp]');
  await type(data.otp);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
  for (const [field, value] of Object.entries({ firstname: 'Kavya', lastname: 'Iyer', email: 'kavya@example.in' })) {
    await tabTo(`[name=${field}]`);
    await type(value);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
  for (const [field, value] of Object.entries({
    address: '3, Temple Street',
    pincode: '600004',
    city: 'Chennai',
    state: 'Tamil Nadu',
  })) {
    await tabTo(`[name=${field}]`);
    await type(value);
  }
  await tabTo('main form button[type=submit]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  await tabTo('.place-bar button');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/order-success');
  await page.getByRole('heading', { name: /Thank you, Kavya/ }).waitFor();
  expect(await breaches(page, 'order success')).toEqual([]);
  expect(complaints).toEqual([]);
  await leave();
});
