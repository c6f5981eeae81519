import { beforeAll, expect, test } from 'vitest';
import {
  addToServerCart,
  apiData,
  createCustomer,
  openReview,
  type Session,
  saveSession,
} from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop } = await useShop(startSmallShop());
let user: Session;
/** What no translator may change, wherever it is read. */
let kept: string[];
const { page } = await openPage();

beforeAll(async () => {
  await shop.store('theme', 'set', 'legal.legal_name=Small Trading LLP', 'legal.grievance_officer_name=Asha Rao');
  await shop.store('coupon', 'add', 'SUMMER', '--percent', '10');
  user = await createCustomer(shop);
  const orders = await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S' }, { slug: 'canvas-cap' }], {
    coupon_code: 'SUMMER',
  });
  kept = [
    'Small Shop',
    'Small Trading LLP',
    'Asha Rao',
    'Cap Makers',
    'SUMMER',
    'Meera',
    ...orders.flatMap(({ order_number, invoice }) => [order_number, ...(invoice ? [invoice.number] : [])]),
  ];
  await addToServerCart(shop, user.token, 'canvas-cap', '', 2);
  await saveSession(page, shop, user);
});

/** Texts outside `translate="no"` that have one of `names`, or are nothing but an amount. */
const findTranslatable = (names: readonly string[]): Promise<string[]> =>
  page.evaluate((all) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      if (!parentElement || parentElement.closest('[translate=no], script, style, noscript, textarea, [data-sonner-toast]'))
        continue;
      if (all.some((name) => data.includes(name)) || /^[\s−]*₹[\d,.]+(?: × \d+)?\s*$/.test(data)) found.push(data.trim());
    }
    return found;
  }, names);

const screens: [name: string, open: () => Promise<unknown>, ready: string][] = [
  ['home', () => page.goto(shop.url), '.price'],
  ['listing', () => page.goto(`${shop.url}/shop`), '.price'],
  ['product', () => page.goto(`${shop.url}/products/canvas-cap`), '.buy-box'],
  ['contact', () => page.goto(`${shop.url}/faq`), '.contact-form'],
  ['terms', () => page.goto(`${shop.url}/terms-use`), 'main'],
  ['cart', () => page.goto(`${shop.url}/cart`), '.cart-lines'],
  ['review', () => openReview(page, shop, user), '.place-bar'],
  ['orders', () => page.goto(`${shop.url}/my-account/orders`), '.order-card'],
  ['account', () => page.goto(`${shop.url}/my-account/account`), '.whose-address [translate=no]'],
  ['wishlist', () => page.goto(`${shop.url}/my-account/wishlist`), 'main'],
];

test.for(screens)('%s: codes, numbers, amounts and names are kept from translators', async ([, open, ready]) => {
  await open();
  await page.locator(ready).first().waitFor();
  expect(await findTranslatable(kept)).toEqual([]);
});

test('an order and its details are kept from translators', async () => {
  await page.goto(`${shop.url}/my-account/orders`);
  await page
    .getByRole('button', { name: /^View details/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Timeline').waitFor();
  expect(await findTranslatable(kept)).toEqual([]);
});

test('the cart panel and the coupon are kept from translators, and names of products are not', async () => {
  await openReview(page, shop, user);
  await page.getByText('Have a coupon?').click();
  await page.getByLabel('Coupon code').fill('summer');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('SUMMER').first().waitFor();
  expect(await findTranslatable(kept)).toEqual([]);
  expect(await findTranslatable(['Canvas Cap'])).not.toEqual([]);
  const { cart } = await apiData<{ cart: unknown[] }>(shop, '/customer/cart', undefined, user.token);
  expect(cart).toHaveLength(1);
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.getByRole('heading', { name: /^Thank you/ }).waitFor();
  await page.getByRole('list', { name: 'Order number' }).waitFor();
  expect(await findTranslatable(kept)).toEqual([]);
});
