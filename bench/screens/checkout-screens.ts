import type { Page } from 'playwright';
import type { Product } from '../../src/lib/contract/catalogue.ts';
import {
  addToCart,
  addToServerCart,
  apiData,
  checkOutAsGuest,
  createCustomer,
  newMobile,
  openReview,
  requestCode,
  saveCart,
  verifyMobile,
} from '../../tests/support/browser/customer.ts';
import { lineOf, type Screen, type Visit } from './visit.ts';

/** A file of the shop, for screens that open their page themselves. */
const nowhere = (): string => '/robots.txt';
const at = (path: string) => (): string => path;

const fillCart = ({ page, shop, places: { sized, plain } }: Visit): Promise<void> =>
  saveCart(page, shop, ...[sized, plain].map(lineOf).map(({ slug, size }): [string, string?] => (size ? [slug, size] : [slug])));

/** Lowers the prices that a guest's cart remembers. */
const cheapenCart = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const state = JSON.parse(localStorage.getItem('haat') ?? '{}');
    for (const line of state.cart.cartItems) {
      const priced = line.selected_variant ?? line;
      priced.final_price = (Number(priced.final_price) - 100).toFixed(2);
    }
    localStorage.setItem('haat', JSON.stringify(state));
  });

const cartShown = ({ page }: Visit) => page.getByRole('list', { name: 'Items in your cart' }).waitFor();
const checkoutShown = ({ page }: Visit) => page.getByRole('heading', { name: 'Your mobile number' }).waitFor();

/** Opens the review of a new customer, by their chosen way to pay. */
async function reviewAs({ page, shop, places }: Visit, way: 'cod' | 'upi'): Promise<void> {
  const user = await createCustomer(shop);
  const line = lineOf(places.sized);
  await addToServerCart(shop, user.token, line.slug, line.size);
  await openReview(page, shop, user, way);
}

const place = (page: Page) => page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();

async function payAs(visit: Visit): Promise<void> {
  await reviewAs(visit, 'upi');
  await visit.page.waitForTimeout(1000);
  await place(visit.page);
  await visit.page.waitForURL('**/payment?id=*');
  await visit.page.getByText('This is a test payment. No money moves.').waitFor();
}

/** Screens of those who buy, from the cart on. */
export const checkoutScreens: readonly Screen[] = [
  {
    name: 'added',
    path: nowhere,
    open: ({ page, shop, places }) => {
      const { slug, size } = lineOf(places.sized);
      return addToCart(page, shop, slug, size);
    },
  },
  { name: 'cart-empty', path: at('/cart'), open: ({ page }) => page.getByText('Your cart is empty').waitFor() },
  { name: 'cart', path: at('/cart'), before: fillCart, open: cartShown, whole: true },
  {
    name: 'cart-sizes',
    path: at('/cart'),
    before: fillCart,
    open: async ({ page }) => {
      await page
        .getByRole('button', { name: /, change for / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'cart-price-changed',
    path: at('/cart'),
    before: async (visit) => {
      await fillCart(visit);
      await cheapenCart(visit.page);
    },
    open: ({ page }) =>
      page
        .getByText(/Price went up/)
        .first()
        .waitFor(),
  },
  {
    name: 'cart-removed',
    path: at('/cart'),
    before: fillCart,
    open: async (visit) => {
      await cartShown(visit);
      await visit.page
        .getByRole('button', { name: /^REMOVE/ })
        .first()
        .click();
      await visit.page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
  },
  {
    name: 'cart-coupon',
    path: at('/cart'),
    before: fillCart,
    open: async ({ page }) => {
      const chip = page.getByRole('button', { name: /^Apply coupon/ }).first();
      await chip.click();
      await page
        .getByText(/SAVE10|FLAT50/)
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'cart-saved',
    path: at('/cart#saved'),
    before: async (visit) => {
      await fillCart(visit);
      const { product_id, slug, name, product_images } = await apiData<Product>(
        visit.shop,
        `/single-product-details/${visit.places.product.slug}`,
      );
      const wish = { id: product_id, product_id, slug, name, picture: product_images.split(',')[0] };
      await visit.page.evaluate((saved) => {
        const state = JSON.parse(localStorage.getItem('haat') ?? '{}');
        state.wishlist = { entries: [], guestWishes: [saved], fetchedAt: Date.now(), begun: Date.now() };
        localStorage.setItem('haat', JSON.stringify(state));
      }, wish);
    },
    open: ({ page }) => page.getByRole('region', { name: 'Saved on this device' }).scrollIntoViewIfNeeded(),
  },
  { name: 'checkout-mobile', path: at('/checkout'), before: fillCart, open: checkoutShown, whole: true },
  {
    name: 'checkout-mobile-error',
    path: at('/checkout'),
    before: fillCart,
    open: async (visit) => {
      await checkoutShown(visit);
      await visit.page.getByRole('button', { name: 'Send code' }).click();
      await visit.page.getByText('Phone number is required').waitFor();
    },
  },
  {
    name: 'checkout-code',
    path: at('/checkout'),
    before: fillCart,
    open: async ({ page }) => {
      await page.getByLabel('Mobile number').fill(newMobile());
      await requestCode(page, 'Send code');
      await page.getByLabel('6-digit code').waitFor();
    },
  },
  {
    name: 'checkout-code-error',
    path: at('/checkout'),
    before: fillCart,
    open: async ({ page }) => {
      await page.getByLabel('Mobile number').fill(newMobile());
      const code = await requestCode(page, 'Send code');
      await page.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
      await page.getByText('Invalid OTP').first().waitFor();
    },
  },
  {
    name: 'checkout-address',
    path: at('/checkout'),
    before: fillCart,
    whole: true,
    open: async ({ page }) => {
      await verifyMobile(page, newMobile());
      await page.getByLabel('Pincode', { exact: true }).fill('682001');
    },
  },
  {
    name: 'checkout-address-errors',
    path: at('/checkout'),
    before: fillCart,
    whole: true,
    open: async ({ page }) => {
      await verifyMobile(page, newMobile());
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByText('Address is required').waitFor();
    },
  },
  { name: 'checkout-review', path: nowhere, whole: true, open: (visit) => reviewAs(visit, 'cod') },
  { name: 'checkout-review-upi', path: nowhere, whole: true, open: (visit) => reviewAs(visit, 'upi') },
  {
    name: 'checkout-review-known',
    path: nowhere,
    open: async ({ page, shop, places }) => {
      await fillCart({ page, shop, places, customer: () => createCustomer(shop) });
      await page.goto(`${shop.url}/checkout`);
      await checkOutAsGuest(page, newMobile(), 'UPI');
      await page.locator('.checkout-summary details').evaluate((summary: HTMLDetailsElement) => {
        summary.open = true;
      });
    },
  },
  {
    name: 'checkout-failed',
    path: nowhere,
    open: async (visit) => {
      await reviewAs(visit, 'cod');
      await visit.page.waitForTimeout(1000);
      await visit.page.route('**/api/checkout', (route) => route.abort());
      await place(visit.page);
      await visit.page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  { name: 'payment', path: nowhere, open: payAs },
  {
    name: 'payment-failed',
    path: nowhere,
    whole: true,
    open: async (visit) => {
      await payAs(visit);
      await visit.page.getByRole('button', { name: 'Failed' }).click();
      await visit.page.getByRole('heading', { name: /didn't go through/ }).waitFor();
    },
  },
  {
    name: 'success',
    path: nowhere,
    whole: true,
    open: async (visit) => {
      await reviewAs(visit, 'cod');
      await visit.page.waitForTimeout(1000);
      await place(visit.page);
      await visit.page.waitForURL('**/order-success');
      await visit.page.getByRole('heading', { name: /Thank you/ }).waitFor();
    },
  },
];
