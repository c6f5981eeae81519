import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { breaches, colourRules, themes } from './breaches.ts';
import { newDataDir, type RunningShop, startShop } from './shop.ts';
import { everyProduct, giveAddress, newCustomer, putInCart, type Session, signIn } from './shopper.ts';
import { desktop, newVisitor, phone } from './visitor.ts';

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
      await page.locator('.product-name .wish').click();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
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

  test.for([phone, desktop])('no screen and no open panel has a breach at $width px', { timeout: 240_000 }, async (viewport) => {
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
