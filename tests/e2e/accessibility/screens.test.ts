import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { listingRequests } from '#tests/support/browser/addresses.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import {
  addToCart,
  addToServerCart,
  allProducts,
  createCustomer,
  fillAddress,
  newMobile,
  requestCode,
  saveSession,
  verifyMobile,
} from '#tests/support/browser/customer.ts';
import { atEachWidth, useScenes } from '#tests/support/browser/scenes.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
let sized = '';
let plain = '';
let soldOut = '';
beforeAll(async () => {
  const products = await allProducts(shop);
  const slugOf = (isWanted: (product: Product) => boolean): string => present(products.find(isWanted)).slug;
  sized = slugOf(({ variants }) => variants.some(({ stock }) => stock < 1) && variants.some(({ stock }) => stock > 5));
  soldOut = slugOf(({ variants, product_stock }) => product_stock === 0 && variants.every(({ stock }) => stock === 0));
  plain = slugOf(({ variants, product_stock }) => variants.length === 0 && product_stock > 5);
});

interface Scene {
  name: string;
  path: () => string;
  /** Opens the state to check. */
  open?: (page: Page) => Promise<unknown>;
  only?: 'narrow' | 'wide';
  /** Whether the page is loaded also after another scene of it. */
  fresh?: true;
}

const scenes: Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'shop, filtered', path: () => '/shop?categories=shirts&in_stock=1&sort_by=price_asc' },
  {
    name: 'products that could not be loaded',
    path: () => '/shop',
    only: 'wide',
    open: async (page) => {
      await page.route(listingRequests, (route) => route.abort());
      await page.getByLabel('Sort by').selectOption('price_asc');
      await page.getByRole('alert').filter({ hasText: failure.products }).waitFor();
      await page.unroute(listingRequests);
    },
  },
  { name: 'nothing found', path: () => '/shop?search=qqqqxzzk&min_price=1' },
  { name: 'categories', path: () => '/categories' },
  { name: 'not found', path: () => '/404' },
  { name: 'terms', path: () => '/terms-use' },
  {
    name: 'FAQ, opened',
    path: () => '/faq',
    open: (page) => page.locator('details.question:not([open]) summary').first().click(),
  },
  {
    name: 'filters sheet',
    path: () => '/shop',
    only: 'narrow',
    open: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      // Its counts come after it. While spinners turn behind it, axe has also reported checkboxes that its foot covers.
      await page.getByRole('button', { name: /^Show \d+ products$/ }).waitFor();
      await page.waitForFunction(() => document.getAnimations().length === 0);
    },
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
    name: 'shop panel',
    path: () => '/faq',
    only: 'wide',
    open: async (page) => {
      await page.locator('.mega-toggle').focus();
      await page.keyboard.press('Enter');
      await page.locator('.carousel .swiper-initialized').waitFor();
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
    name: 'suggestions',
    path: () => '/faq',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
      await page.getByPlaceholder('Search for products').fill('kurta');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'sold out',
    path: () => `/products/${soldOut}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Tell me', exact: true }).click();
      await page.getByText(fieldErrors.emailRequired).waitFor();
    },
  },
  {
    name: 'a delivery that is possible',
    fresh: true,
    path: () => `/products/${plain}`,
    open: async (page) => {
      await page.getByLabel('Pincode').fill('682001');
      await page.getByText('Deliver to 682001', { exact: true }).waitFor();
      await page.locator('.delivery').getByText(/^by /).waitFor();
    },
  },
  {
    name: 'share and a delivery that is refused',
    path: () => `/products/${plain}`,
    only: 'wide',
    open: async (page) => {
      await page.locator('.share summary').click();
      await page.getByLabel('Pincode').fill('12');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText(fieldErrors.pincodeInvalid).waitFor();
    },
  },
  {
    name: 'cart popup and toast',
    fresh: true,
    path: () => `/products/${plain}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
  },
  // On another page than the cart's popup, which keeps the cart until it is left.
  { name: 'product', path: () => `/products/${sized}` },
  {
    name: 'size prompt',
    path: () => `/products/${sized}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add to cart' }).click();
      // A sheet on phones, an error beside the sizes on wide screens.
      await page.getByText(/^(Choose a size|Please choose a size first)$/).waitFor();
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

/** Scenes of a guest's checkout, each continuing from the one before. */
const guestScenes: Scene[] = [
  {
    name: 'checkout, number with errors',
    path: () => '/checkout',
    open: async (page) => {
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByText(fieldErrors.phoneRequired).waitFor();
    },
  },
  {
    name: 'checkout, code with errors',
    path: () => '/checkout',
    open: async (page) => {
      await page.getByLabel('Mobile number').fill(newMobile());
      const code = await requestCode(page, 'Send code');
      await page.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
      await page.getByText(failure.otpInvalid).first().waitFor();
    },
  },
  {
    name: 'checkout, details and address with errors',
    path: () => '/checkout',
    open: async (page) => {
      await page.getByRole('button', { name: 'Change number' }).click();
      await verifyMobile(page, newMobile());
      await page.getByRole('button', { name: '+ Add another phone' }).click();
      await page.getByLabel('Alternate phone (optional)').fill('12');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByText(fieldErrors.addressRequired).waitFor();
    },
  },
  {
    name: 'checkout, verified number',
    path: () => '/checkout',
    open: async (page) => {
      await page.getByRole('link', { name: 'Contact', exact: true }).click();
      await page.getByRole('button', { name: 'Change number' }).waitFor();
    },
  },
];

/** Scenes of a customer with a product in the cart, in this order. */
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
      await page.getByRole('button', { name: 'Edit contact' }).click();
      await page.getByLabel('Email', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByText(fieldErrors.emailRequired).waitFor();
      await page.getByText('City is required').waitFor();
    },
  },
  {
    name: 'checkout, review',
    fresh: true,
    path: () => '/checkout',
    open: (page) => fillAddress(page),
  },
  {
    name: 'order that could not be sent',
    path: () => '/checkout',
    open: async (page) => {
      await page.route('**/api/checkout', (route) => route.abort());
      await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute('**/api/checkout');
    },
  },
  {
    name: 'order success',
    fresh: true,
    path: () => '/checkout',
    open: async (page) => {
      await page.waitForURL('**/order-success');
      await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    },
  },
];

/** Returns a function that opens scenes in a page and returns the violations of each in every theme. */
function useShop(page: Page, beforeLoad?: () => Promise<unknown>) {
  const look = useScenes(page);
  return ({ name, path, open, fresh }: Scene, viewport: typeof phone) =>
    look({
      name,
      viewport,
      place: fresh ? `${name} ${viewport.width}` : path(),
      load: async () => {
        await beforeLoad?.();
        await page.goto(shop.url + path(), { waitUntil: 'load' });
      },
      open: async () => open?.(page),
    });
}

describe('as a guest', () => {
  let look: ReturnType<typeof useShop>;
  beforeAll(async () => {
    const { page } = await openPage();
    await page.goto(`${shop.url}/faq`);
    look = useShop(page, () => page.evaluate(() => localStorage.clear()));
  });

  test.for(atEachWidth(scenes))(
    'has no accessibility violation in any theme at $width px: $name',
    async ({ viewport, ...scene }) => {
      expect(await look(scene, viewport)).toEqual([]);
    },
  );
});

describe.for([phone, desktop])('has no accessibility violation in any theme at $width px:', (viewport) => {
  const width = viewport === desktop ? 'wide' : 'narrow';
  let look: ReturnType<typeof useShop>;
  beforeAll(async () => {
    const { page } = await openPage({ viewport });
    // A returning customer has a saved address, which hides the address errors.
    const customer = await createCustomer(shop);
    await addToServerCart(shop, customer.token, plain);
    await saveSession(page, shop, customer);
    look = useShop(page);
  });

  test('the checkout of a guest', async ({ page }) => {
    await page.setViewportSize(viewport);
    const lookAsGuest = useShop(page);
    await addToCart(page, shop, plain);
    for (const scene of guestScenes) expect(await lookAsGuest(scene, viewport)).toEqual([]);
  });

  // Each scene continues from the one before.
  test.for(customerScenes.filter(({ only = width }) => only === width))('$name, as a customer', async (scene) => {
    expect(await look(scene, viewport)).toEqual([]);
  });
});

test('a colour that only one of several equal elements has is found on a page that has passed', async ({ page }) => {
  await page.goto(`${shop.url}/faq`);
  expect(await axeViolationsInThemes(page, 'the FAQ')).toEqual([]);
  await page
    .locator('.question summary')
    .nth(1)
    .evaluate((summary) => {
      summary.style.color = '#bbbbbb';
    });
  const [found, ...others] = await axeViolationsInThemes(page, 'the FAQ');
  expect(found).toContain('the FAQ: color-contrast at');
  expect(others.filter((violation) => !violation.includes('color-contrast'))).toEqual([]);
});
