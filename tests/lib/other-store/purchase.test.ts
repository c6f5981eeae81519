import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { closeBrowser, openBrowser, type Tab, type TestBrowser, toasts } from '#tests/lib/state/tab.ts';
import { OTP } from '#tests/support/other-store/calls.ts';
import { type OtherStore, startOtherStore } from '#tests/support/other-store/server.ts';
import type { Shapes } from '#tests/support/other-store/shapes.ts';

let store: OtherStore;
let browser: TestBrowser;

/** Opens a tab of a browser at the store. */
async function openShopAt(shapes: Shapes): Promise<Tab> {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  store = await startOtherStore(shapes);
  vi.stubEnv('PUBLIC_STORE_APP_KEY_HEADER', shapes.keyHeader ?? '');
  const real = globalThis.fetch;
  const connection = { base: store.apiUrl, applicationKey: 'any' };
  browser = openBrowser({ store: { fetch: real }, connection } as never);
  vi.stubGlobal('document', { documentElement: { dataset: { otherStore: '' } }, querySelector: () => null });
  return browser.openTab();
}

afterEach(async () => {
  closeBrowser();
  vi.restoreAllMocks();
  await store.stop();
});

const address = { address: '1 Main Road', city: 'Kochi', state: 'Kerala', pincode: '682001' };
const person = { firstname: 'Meera', lastname: 'Nair', email: 'meera@example.com' };
const mobile = '9876511111';

async function loadProduct(tab: Tab, slug: string): Promise<Product> {
  const { callStore } = await import('#lib/state/calls/call-store.ts');
  const outcome = await callStore(singleProductDetailsCall, { params: { slug } });
  if (!outcome?.success) throw new Error(`${slug}: ${JSON.stringify(outcome)} ${toasts(tab)}`);
  return outcome.data;
}

/** Puts two shirts in the cart and goes to the review as a guest. */
async function goToReview(tab: Tab): Promise<void> {
  const product = await loadProduct(tab, 'shirt-1');
  await tab.addToCart(tab.toCartLine(product, product.variants[0], 2));
  tab.openCheckout();
  await tab.requestCheckoutOtp(mobile);
  await tab.submitCheckoutOtp(OTP);
  await tab.submitGuestDetails(person);
  tab.rememberForm({ ...person, ...address, phone_number: mobile });
  tab.goToStep('review');
}

const accountOf = (number: string) => {
  const account = store.accounts.find(({ customer }) => customer.phone_number === number);
  if (!account) throw new Error(`The store does not know ${number}`);
  return account;
};

const shapes: [name: string, shapes: Shapes][] = [
  ['as the specification names them', {}],
  ['without success', { withoutSuccess: true }],
  ['empty where no data is needed', { empty: true, withoutSuccess: true }],
  ['with numbers as texts and texts as numbers', { otherTypes: true }],
  ['with Indian separators and times', { localised: true }],
  ['with one order id as a number', { orderId: 'number' }],
  ['with one order id as text', { orderId: 'text' }],
  ['without an order id', { orderId: 'none' }],
  ['without a customer', { withoutCustomer: true }],
  ['from a store that keeps the cart', { keepsCart: true }],
  ['with a header of their own for the key', { keyHeader: 'x-api-token' }],
  ['of products with an id, a name, a price and variants', { without: ['slug', 'product_images', 'sub_category'] }],
];

describe.for(shapes)('with replies %s', ([, shape]) => {
  test('a guest buys, once, what was in the cart', async () => {
    const tab = await openShopAt(shape);
    await goToReview(tab);
    expect(accountOf(mobile).cart).toMatchObject([{ product_id: 1, id: 10, quantity: 2 }]);
    expect(await tab.placeOrder()).toBe('placed');
    const { orders } = accountOf(mobile);
    expect(orders).toMatchObject([{ final_amount: '202.00', quantity: 2, payment_method: 'cod' }]);
    expect(tab.$cart.get().cartItems).toEqual([]);
    expect(tab.$checkout.get()).toMatchObject({ success: true, order_id: shape.orderId === 'none' ? [] : [101] });
    await tab.fetchOrders();
    expect(tab.$orders.get().orders).toMatchObject([{ order_id: 101, final_amount: '202.00', status: 'order has been placed' }]);
    expect(await tab.cancelOrder(101, { reject_reason_select: 'Payment Issue' })).toMatchObject({ ok: true });
    expect(tab.$orders.get().orders).toMatchObject([{ status: 'order is cancelled' }]);
  });
});

describe.for([{ keepsCart: true }, { keepsCart: false }])('at a store that keeps the cart: $keepsCart', (shape) => {
  test.for([
    ['is lost', (): unknown => 'destroy'],
    ['is HTML', (): unknown => '<h1>Bad gateway</h1>'],
    ['is a 502', (): unknown => 502],
  ] as const)('an order whose answer %s is placed once', async ([, answer]) => {
    const tab = await openShopAt(shape);
    await goToReview(tab);
    store.change = (path, reply) => (path === '/checkout' ? answer() : reply);
    expect(await tab.placeOrder()).toBe('unknown');
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    store.change = (_, reply) => reply;
    expect(await tab.placeOrder()).toBe('placed');
    expect(accountOf(mobile).orders).toHaveLength(1);
  });

  test('a note to the shop, for which the store may have no place, is not sent', async () => {
    const tab = await openShopAt(shape);
    await goToReview(tab);
    tab.rememberForm({ note: 'Ring twice' });
    store.change = (path, reply) => (path === '/checkout' ? 502 : reply);
    expect(await tab.placeOrder()).toBe('unknown');
    expect(tab.$checkout.get().attempt).not.toHaveProperty('note');
  });

  test('an order whose answer is lost is not sent again while the orders cannot be read', async () => {
    const tab = await openShopAt(shape);
    await goToReview(tab);
    store.change = (path, reply) => (path === '/checkout' || path === '/customer/orders' ? 503 : reply);
    expect(await tab.placeOrder()).toBe('unknown');
    expect(await tab.placeOrder()).toBe('unknown');
    expect(tab.$checkout.get().checkoutError).toBe(failure.checkoutUnclear);
    expect(accountOf(mobile).orders).toHaveLength(1);
  });
});

test('an attempt that did not reach the store is sent again', async () => {
  const tab = await openShopAt({});
  await goToReview(tab);
  const real = browser.network.answer;
  browser.network.answer = (sent) => (sent.url.endsWith('/checkout') ? Promise.reject(new TypeError('Failed')) : real(sent));
  expect(await tab.placeOrder()).toBe('unknown');
  browser.network.answer = real;
  expect(await tab.placeOrder()).toBe('placed');
  expect(accountOf(mobile).orders).toHaveLength(1);
});

test.for([
  ['is lost', (): unknown => 'destroy'],
  ['is HTML', (): unknown => '<h1>Bad gateway</h1>'],
] as const)('a guest’s cart whose merge’s answer %s is not added up', async ([, answer]) => {
  const tab = await openShopAt({});
  store.change = (path, reply) => (path === '/customer/add-to-cart-guest' ? answer() : reply);
  await goToReview(tab);
  store.change = (_, reply) => reply;
  await tab.refreshCart();
  await tab.refreshCart();
  expect(accountOf(mobile).cart).toMatchObject([{ quantity: 2 }]);
  expect(tab.$cart.get()).toMatchObject({ merged: true, cartItems: [{ quantity: 2 }] });
});

test('a merged cart that could not be read afterwards is not merged again', async () => {
  const tab = await openShopAt({});
  let merged = false;
  store.change = (path, reply) => {
    if (path === '/customer/add-to-cart-guest') merged = true;
    return merged && path === '/customer/cart' ? 500 : reply;
  };
  await goToReview(tab);
  store.change = (_, reply) => reply;
  await tab.refreshCart();
  expect(accountOf(mobile).cart).toMatchObject([{ quantity: 2 }]);
  expect(store.requests.filter((one) => one.includes('add-to-cart-guest'))).toHaveLength(1);
});

test('only the headers of the specification are sent', async () => {
  const tab = await openShopAt({});
  const names = new Set<string>();
  const real = browser.network.answer;
  browser.network.answer = (sent) => {
    for (const [name] of sent.headers) names.add(name);
    return real(sent);
  };
  await goToReview(tab);
  await tab.placeOrder();
  expect([...names].sort()).toEqual(['accept', 'authorization', 'content-type', 'x-app-key']);
});

test('errors that are texts, with the forms’ names or of no field, are shown', async () => {
  const tab = await openShopAt({ formErrors: true, withoutSuccess: true });
  store.change = (path, reply) =>
    path === '/customer/register'
      ? {
          message: 'Not registered',
          errors: { firstName: 'Too short', mobile: ['Is known'], captcha: 'Wait a moment' },
          status: false,
        }
      : reply;
  const { signUp } = await import('#lib/state/auth/sign-up.ts');
  const result = await signUp({ ...person, phone_number: mobile, password: 'secret!', terms: true });
  expect(result).toMatchObject({ ok: false, fields: { firstname: ['Too short'], phone_number: ['Is known'] } });
  expect(toasts(tab)).toEqual(['Not registered', 'Wait a moment']);
});

test('what only this project’s store knows is asked once in an hour', async () => {
  const tab = await openShopAt({});
  await tab.checkDelivery('682001');
  await tab.checkDelivery('682001');
  expect(store.requests.filter((one) => one.includes('/pincode/'))).toHaveLength(1);
  expect(document.documentElement.dataset['lacks']).toBe('pincode');
});

test('the wishlist holds products as entries or as they are', async () => {
  for (const plainWishes of [false, true]) {
    const tab = await openShopAt({ plainWishes });
    await goToReview(tab);
    await tab.addToWishlist({ product_id: 2 });
    expect(tab.$wishlist.get().entries).toMatchObject([{ wishlist_id: 2, product: { name: 'Cap 2' } }]);
    if (!plainWishes) {
      closeBrowser();
      await store.stop();
    }
  }
});

test('what a guest has saved on the device is on the wishlist after the sign-in', async () => {
  const tab = await openShopAt({});
  const shirt = { product_id: 1, slug: 'shirt-1', name: 'Shirt 1', picture: '' };
  tab.saveGuestWish(shirt, { quiet: true });
  tab.saveGuestWish({ product_id: 2, slug: 'cap-2', name: 'Cap 2', picture: '' }, { quiet: true });
  expect(await tab.loadWishedProduct(shirt)).toMatchObject({ product_id: 1 });
  await goToReview(tab);
  const { guestWishes, entries } = tab.$wishlist.get();
  expect([guestWishes, entries.map(({ product }) => product.product_id).sort()]).toEqual([[], [1, 2]]);
});
