import type { Page } from 'playwright';
import type { Product } from '../../src/lib/contract/catalogue.ts';
import { apiData, createCustomer, saveSession } from '../../tests/support/browser/customer.ts';
import type { Screen, Visit } from './visit.ts';

const at = (path: string) => (): string => path;
const section = (name: string) => at(`/my-account/${name}`);

/** Signs the page in as the customer with orders. */
const signIn = async ({ page, shop, customer }: Visit): Promise<void> => saveSession(page, shop, await customer());
const signInAsNewcomer = async ({ page, shop }: Visit): Promise<void> => saveSession(page, shop, await createCustomer(shop));

const wish = async (visit: Visit): Promise<void> => {
  const { token } = await visit.customer();
  const { product, sized, soldOut } = visit.places;
  for (const { slug } of [product, sized, soldOut]) {
    const { product_id } = await apiData<Product>(visit.shop, `/single-product-details/${slug}`);
    await apiData(visit.shop, '/customer/add-to-wishlist', { product_id }, token);
  }
  await signIn(visit);
};

const ordersShown = ({ page }: Visit) => page.getByRole('list', { name: 'Your orders' }).waitFor();
async function openOrder({ page }: Visit, number = 0): Promise<void> {
  await page
    .getByRole('button', { name: /^View details/ })
    .nth(number)
    .click();
  await page.getByRole('dialog', { name: 'Order details' }).waitFor();
}

const contactForm = (page: Page) => page.locator('.contact-form');

/** Screens of accounts, orders and help. */
export const accountScreens: readonly Screen[] = [
  { name: 'signed-in-home', path: at('/'), before: signIn },
  {
    name: 'account-menu',
    path: at('/faq'),
    before: signIn,
    open: ({ page }) => page.getByRole('button', { name: 'Account' }).click(),
  },
  {
    name: 'menu-of-customer',
    path: at('/faq'),
    before: signIn,
    narrow: true,
    open: ({ page }) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
  },
  { name: 'orders', path: section('orders'), before: signIn, open: ordersShown, whole: true },
  { name: 'order-delivered', path: section('orders'), before: signIn, open: (visit) => openOrder(visit) },
  { name: 'order-cancelled', path: section('orders'), before: signIn, open: (visit) => openOrder(visit, 1) },
  { name: 'order-placed', path: section('orders'), before: signIn, open: (visit) => openOrder(visit, 2) },
  {
    name: 'order-cancel',
    path: section('orders'),
    before: signIn,
    open: async (visit) => {
      await openOrder(visit, 2);
      await visit.page.getByRole('button', { name: 'Cancel Order' }).click();
      await visit.page.getByRole('dialog', { name: 'Cancel Order' }).waitFor();
    },
  },
  {
    name: 'invoice',
    path: section('orders'),
    before: signIn,
    whole: true,
    open: async (visit) => {
      await openOrder(visit);
      const href = await visit.page.locator('.order-papers a').first().getAttribute('href');
      await visit.page.goto(new URL(href ?? '', visit.shop.url).href);
    },
  },
  {
    name: 'orders-none',
    path: section('orders'),
    before: signInAsNewcomer,
    open: ({ page }) => page.getByText('You have no orders yet').waitFor(),
  },
  {
    name: 'orders-failed',
    path: section('orders'),
    before: async (visit) => {
      await signIn(visit);
      await visit.page.route('**/api/customer/orders', (route) => route.abort());
    },
    open: ({ page }) => page.getByText('Try again').waitFor(),
  },
  {
    name: 'account',
    path: section('account'),
    before: signIn,
    whole: true,
    open: ({ page }) => page.getByText('This device', { exact: true }).waitFor(),
  },
  {
    name: 'account-errors',
    path: section('account'),
    before: signInAsNewcomer,
    open: async ({ page }) => {
      await page.getByLabel('First name').fill('');
      await page.getByRole('button', { name: 'Save details' }).click();
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByText('City is required').waitFor();
    },
  },
  {
    name: 'password',
    path: section('password'),
    before: signIn,
    open: ({ page }) =>
      page
        .getByRole('button', { name: /password/ })
        .first()
        .waitFor(),
  },
  {
    name: 'wishlist',
    path: section('wishlist'),
    before: wish,
    open: ({ page }) => page.getByRole('list', { name: 'Your wishlist' }).waitFor(),
    whole: true,
  },
  {
    name: 'wishlist-empty',
    path: section('wishlist'),
    before: signInAsNewcomer,
    open: ({ page }) => page.getByText('Your wishlist is empty').waitFor(),
  },
  { name: 'sign-in', path: at('/signin') },
  { name: 'sign-in-password', path: at('/signin?way=password') },
  { name: 'sign-up', path: at('/signup'), open: ({ page }) => page.locator('main').getByRole('button').last().waitFor() },
  { name: 'forgot-password', path: at('/forgot-password') },
  { name: 'faq', path: at('/faq'), whole: true },
  {
    name: 'contact',
    path: ({ product }) => `/products/${product.slug}`,
    open: async ({ page }) => {
      const about = page.getByRole('link', { name: 'Ask about this product' });
      await about.evaluate((link: HTMLAnchorElement) => link.click());
      await contactForm(page).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'contact-errors',
    path: at('/faq'),
    open: async ({ page }) => {
      await contactForm(page).getByRole('button', { name: 'Send message' }).click();
      await page.getByText('Message is required').waitFor();
    },
  },
  {
    name: 'contact-sent',
    path: at('/faq'),
    open: async ({ page }) => {
      const values = {
        'First name': 'Meera',
        'Last name': 'Nair',
        Email: 'meera@example.in',
        'Phone number': '9812345670',
        Subject: 'A size',
        Message: 'Does it come in XXL?',
      };
      for (const [label, value] of Object.entries(values)) await contactForm(page).getByLabel(label, { exact: true }).fill(value);
      await contactForm(page).getByRole('button', { name: 'Send message' }).click();
      await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
    },
  },
  { name: 'terms', path: at('/terms-use') },
  { name: 'returns', path: at('/returns') },
  { name: 'shipping', path: at('/shipping') },
  { name: 'not-found', path: at('/no-such-page') },
];
