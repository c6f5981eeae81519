import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { createAccount, logIn } from '#tests/support/browser/auth-form.ts';
import { apiData, createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { atEachWidth, useScenes } from '#tests/support/browser/scenes.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
let customer: Session;
let newcomer: Session;
let withPassword: Session;
beforeAll(async () => {
  newcomer = await createCustomer(shop);
  withPassword = await logIn(shop, await createAccount(shop));
  customer = await createCustomer(shop);
  await placeOrder(shop, customer, [{ slug: 'long-wallet' }], { payment_method: 'prepaid' });
  const [cancelled] = await placeOrder(shop, customer, [{ slug: 'long-wallet' }]);
  const [delivered] = await placeOrder(shop, customer, [{ slug: 'plain-tee', size: 'S' }]);
  await shop.store('order', present(cancelled?.order_number), '--status', 'order is cancelled', '--reason', 'Out of stock');
  await shop.store('order', present(delivered?.order_number), '--status', 'order is delivered');
  await placeOrder(shop, customer, [{ slug: 'plain-tee', size: 'S', quantity: 2 }, { slug: 'long-wallet' }]);
  for (const slug of ['plain-tee', 'long-wallet']) {
    const { product_id } = await apiData<Product>(shop, `/single-product-details/${slug}`);
    await apiData(shop, '/customer/add-to-wishlist', { product_id }, customer.token);
  }
});

interface Scene {
  name: string;
  section: string;
  /** Opens the state to check, from any other of its section. */
  open: (page: Page) => Promise<unknown>;
  /** The signed-in customer; by default the one with orders and a wishlist. */
  who?: () => Session;
  /** Calls that fail. */
  fails?: string;
  /** Whether the page is loaded for each width. */
  fresh?: true;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first().click();
const details = async (page: Page) => {
  await press(page, /^View details/);
  await page.getByRole('dialog', { name: 'Order details' }).waitFor();
};

const scenes: Scene[] = [
  { name: 'orders', section: 'orders', open: (page) => page.getByRole('list', { name: 'Your orders' }).waitFor() },
  {
    name: 'order details, number copied',
    section: 'orders',
    open: async (page) => {
      await details(page);
      await page.getByRole('button', { name: 'Copy order number' }).click();
      await page.getByText('Copied!').waitFor();
    },
  },
  {
    name: 'cancel dialog with an error',
    section: 'orders',
    fresh: true,
    open: async (page) => {
      await details(page);
      await page.getByRole('button', { name: 'Cancel Order' }).click();
      await page.getByLabel('Reason', { exact: true }).selectOption('Other');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Please specify your reason').waitFor();
    },
  },
  {
    name: 'no orders',
    section: 'orders',
    who: () => newcomer,
    open: (page) => page.getByText('You have no orders yet').waitFor(),
  },
  { name: 'orders failed', section: 'orders', fails: 'orders', open: (page) => page.getByText('Try again').waitFor() },
  {
    name: 'account details',
    section: 'account',
    open: async (page) => {
      await page.getByText(/^Deliveries go to/).waitFor();
      await page.getByText('This device', { exact: true }).waitFor();
    },
  },
  {
    name: 'sign out everywhere',
    section: 'account',
    open: async (page) => {
      await press(page, 'Sign out everywhere');
      await page.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor();
    },
  },
  {
    name: 'account details with errors',
    section: 'account',
    who: () => newcomer,
    open: async (page) => {
      await page.getByText('No address saved yet').waitFor();
      await page.getByLabel('First name').fill('');
      await press(page, 'Save details');
      await press(page, 'Save address');
      await page.getByText('City is required').waitFor();
    },
  },
  {
    name: 'devices failed',
    section: 'account',
    fails: 'sessions',
    open: (page) => page.getByText('Try again').waitFor(),
  },
  {
    name: 'address failed',
    section: 'account',
    fails: 'get-shipping-address',
    open: (page) => page.getByText('Try again').waitFor(),
  },
  {
    name: 'first password with errors',
    section: 'password',
    open: async (page) => {
      await press(page, 'Save password');
      await page.getByText('Confirm password is required').waitFor();
    },
  },
  {
    name: 'password with errors',
    section: 'password',
    who: () => withPassword,
    open: async (page) => {
      await press(page, 'Change password');
      await page.getByText('Old password is required').waitFor();
    },
  },
  { name: 'wishlist', section: 'wishlist', open: (page) => page.getByRole('list', { name: 'Your wishlist' }).waitFor() },
  {
    name: 'no wishes',
    section: 'wishlist',
    who: () => newcomer,
    open: (page) => page.getByText('Your wishlist is empty').waitFor(),
  },
  {
    name: 'wishlist failed',
    section: 'wishlist',
    who: () => newcomer,
    fails: 'wishlist',
    open: (page) => page.getByText('Try again').waitFor(),
  },
];

const { page } = await openPage();
const look = useScenes(page);

test.for(atEachWidth(scenes))(
  'has no accessibility violation in any theme at $width px: $name',
  async ({ name, section, open, who = () => customer, fails = '', fresh, viewport }) => {
    const { token } = who();
    const load = async () => {
      await page.unrouteAll();
      await saveSession(page, shop, who());
      if (fails) await page.route(`**/api/customer/${fails}`, (route) => route.abort());
      await page.goto(`${shop.url}/my-account/${section}`);
    };
    const place = [section, token, fails, fresh && `${name} ${viewport.width}`].join(' ');
    expect(await look({ name, viewport, place, load, open: () => open(page) })).toEqual([]);
  },
);
