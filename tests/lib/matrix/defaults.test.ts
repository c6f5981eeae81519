import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { lineFor } from '#tests/lib/state/products.ts';
import { closeStockedShop, openStockedShop } from '#tests/lib/state/stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser, toasts } from '#tests/lib/state/tab.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { due } from './due.ts';
import { failures } from './failures.ts';
import { pageParts } from './page-parts.ts';
import { type Place, screens } from './screens.ts';

/** The specified defaults and success toasts, verbatim. */
const specified = [
  'Something went wrong',
  'Registration failed',
  'Login failed',
  'Please verify your email before logging in.',
  'Failed to send OTP',
  'Invalid OTP',
  'OTP verification failed',
  'Failed to reset password',
  'Logout failed',
  'Failed to fetch cart items',
  'Failed to add item to cart',
  'Failed to update cart',
  'Failed to remove item from cart',
  'Failed to sync cart items',
  'Checkout failed',
  'Something went wrong during checkout',
  'Failed to place order',
  'Failed to apply discount',
  'Failed to fetch store information',
  'Failed to fetch products information',
  'Failed to search products',
  'Failed to fetch orders',
  'Failed to cancel order',
  'Failed to fetch home sections',
  'Failed to post new arrivals',
  'Failed to save shipping address',
  'Failed to fetch shipping address',
  'Failed to update account details',
  'Login successful.',
  'Logout successful',
  'OTP verified successfully',
  'Item added to cart.',
  'Item added successfully in cart.',
  'Cart quantity updated',
  'Cart updated successfully',
  'Item removed from cart',
  'Order placed successfully',
];

/** Messages that a screen of the matrix shows when its call fails, or succeeds without a message (messages.test.ts). */
const ofScreens = calls.flatMap((call) => {
  const entry = screens[call.name as keyof typeof screens];
  if (typeof entry === 'string') return [];
  // Only a failed search is for the console alone.
  const shown = entry.filter(({ says }) => says !== 'console' || call.name === 'searchProducts');
  return shown.flatMap((screen) => failures.flatMap((failed) => due(call, screen, failed)));
});

const ofPages = pageParts.map(({ words }) => words);

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  vi.stubGlobal('location', { search: '', pathname: '/signin', replace: () => undefined });
  tab = await browser.openTab();
});
afterEach(() => closeStockedShop(shop));

const mobile = '9876543210';
const answerAt = (path: string, body: object, status = 200) => {
  const real = browser.network.answer;
  browser.network.answer = (request) =>
    request.url.endsWith(path) ? Promise.resolve(Response.json(body, { status })) : real(request);
};
const cap = () => lineFor(shop, tab, 'cap');
const signIn = () => import('#lib/state/auth/sign-in.ts');
const customer = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number: mobile, alt_phone_number: '' };
const session = { token: 'x', customer };

/** Flows that show the other messages: each makes the store's answers say nothing more than whether it succeeded. */
const flows: Record<string, (place: Place) => Promise<unknown>> = {
  [failure.verifyEmail]: async () => {
    answerAt('/customer/login', { success: false, data: { email_verification_token: 'x' } }, 403);
    await (await signIn()).signInByPassword({ email: customer.email, password: 'mango-lassi!' });
  },
  [failure.otpInvalid]: async () => {
    await tab.requestCheckoutOtp(mobile);
    const sent = /\d{6}/.exec(toasts(tab).join(' '))?.[0] ?? '';
    await tab.submitCheckoutOtp(sent === '000000' ? '000001' : '000000');
  },
  [success.login]: async () => {
    answerAt('/customer/login', { success: true, data: session });
    await (await signIn()).signInByPassword({ email: customer.email, password: 'mango-lassi!' });
  },
  [success.otpVerified]: async () => {
    answerAt('/otp/verify/checkout', { success: true, data: { ...session, is_existing_customer: true } });
    await tab.requestCheckoutOtp(mobile);
    await tab.submitCheckoutOtp('123456');
  },
  [success.itemAdded]: async () => tab.addToCart(await cap()),
  [success.quantityUpdated]: async () => {
    await tab.addToCart(await cap());
    await tab.increaseQuantity(lineKey(await cap()));
  },
  [success.itemAddedServer]: async () => {
    await signUpIn(tab, mobile);
    await tab.addToCart(await cap());
  },
  [success.cartUpdated]: async () => {
    await signUpIn(tab, mobile);
    const line = await cap();
    await tab.addToCart(line);
    const { product_id, product_stock } = line;
    const result = { product_id, quantity: 2, product_stock, status: true, message: '', wishlist_id: null };
    answerAt('/customer/add-to-cart', { success: true, data: { results: [result] } });
    await tab.increaseQuantity(lineKey(line));
  },
  [success.orderPlaced]: async () => {
    await tab.addToCart(await cap());
    await signUpIn(tab, mobile);
    tab.openCheckout();
    const address = { address: '12, 4th Cross', pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
    tab.rememberForm({ ...customer, ...address });
    await tab.placeOrder();
  },
};

test.for(specified)('“%s” is shown by a screen of the matrix, a part of a page, or one of these flows', (message) => {
  expect([...ofScreens, ...ofPages, ...Object.keys(flows)]).toContain(message);
});

describe.for(Object.entries(flows))('“%s”', ([message, act]) => {
  test('is shown', async () => {
    await act({ shop, tab });
    const carried = sessionStorage.getItem('haat-toasts') ?? '';
    expect([...toasts(tab), carried, String(tab.$checkout.get().message)].join('\n')).toContain(message);
  });
});
