import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  tab = await browser.openTab();
});
afterEach(() => closeStockedShop(shop));

function goOffline(): void {
  vi.stubGlobal('navigator', { onLine: false });
  browser.network.answer = () => Promise.reject(new TypeError('Failed to fetch'));
}

const signIn = () => import('#lib/state/auth/sign-in.ts');
const account = () => import('#lib/state/accounts/details-and-password.ts');
const name = { firstname: 'Asha', lastname: 'Rao' };

const forms: [form: string, send: () => Promise<{ ok: boolean; message?: string; fields?: Record<string, string[]> }>][] = [
  ['signing in by password', async () => (await signIn()).signInByPassword({ email: 'a@example.com', password: 'secret!' })],
  ['asking for a code', async () => (await signIn()).sendSignInOtp('9876543210')],
  ['signing in by code', async () => (await signIn()).signInByOtp('123456')],
  ['asking for a code at the checkout', () => tab.requestCheckoutOtp('9876543210')],
  ['verifying a number', () => tab.submitCheckoutOtp('123456')],
  ['entering a name', () => tab.submitGuestDetails({ ...name, email: 'a@example.com' })],
  ['changing a name', async () => (await account()).saveAccountDetails(name)],
];

test.for(forms)('%s while the browser is offline says so at the form', async ([, send]) => {
  goOffline();
  const { ok, message, fields = {} } = await send();
  expect(ok).toBe(false);
  expect([message, ...Object.values(fields).flat()]).toContain(failure.offline);
});

test('a coupon, an order and a cart that cannot be sent or loaded say so too', async () => {
  await tab.addToCart(await lineFor(shop, tab, 'cap'));
  await signUpIn(tab, '9876543210');
  goOffline();
  expect(await tab.applyCoupon('SAVE10')).toMatchObject({ ok: false, message: failure.offline });
  await tab.fetchCart();
  expect(tab.$cart.get()).toMatchObject({ error: failure.offline, cartItems: [{ quantity: 1 }] });
  tab.openCheckout();
  tab.rememberForm({
    ...name,
    email: 'a@example.com',
    phone_number: '9876543210',
    address: '12, 4th Cross',
    pincode: '560001',
    city: 'Bengaluru',
    state: 'Karnataka',
  });
  expect(await tab.placeOrder()).toBe('unknown');
  expect(tab.$checkout.get().checkoutError).toBe(failure.offline);
});
