import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;

const mobile = '9876543210';

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  tab = await browser.openTab();
});
afterEach(() => closeStockedShop(shop));

/** Returns the toasts of the next page. */
async function toastsOfNextPage(): Promise<{ text: string; kind: string; duration: number }[]> {
  const next = await browser.openTab();
  next.queueFlashToasts();
  return next.drainToasts().map(({ text, kind, duration }) => ({ text, kind, duration }));
}

describe('signing in', () => {
  test('stores the user, merges the guest’s cart and loads the wishlist', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'cap', undefined, 2));
    await signUpIn(tab, mobile);
    expect(tab.$auth.get()).toMatchObject({
      isAuthenticated: true,
      verified: true,
      sent: false,
      user: { customer: { firstname: 'Asha' } },
    });
    expect(tab.$cart.get()).toMatchObject({ merged: true, cartItems: [{ quantity: 2 }] });
    expect(browser.requests).toContain('GET /customer/wishlist');
    expect(browser.saved()).toMatchObject({ auth: { isAuthenticated: true }, wishlist: { entries: [] } });
  });

  test('is refused without a token, and changes nothing', async () => {
    const customer = { firstname: 'A', lastname: 'B', email: '', phone_number: mobile, alt_phone_number: mobile };
    expect(await tab.completeSignIn({ customer })).toBe(false);
    expect(tab.$auth.get()).toMatchObject({ user: null, isAuthenticated: false });
  });

  test('updates the attribute that guards the page', async () => {
    const saved: unknown[] = [];
    browser.window.addEventListener('session', () =>
      saved.push((browser.saved()['auth'] as { isAuthenticated: boolean } | undefined)?.isAuthenticated),
    );
    await signUpIn(tab, mobile);
    expect(saved.at(-1)).toBe(true);
    tab.clearSession();
    expect(saved.at(-1)).toBe(false);
  });
});

describe('logging out', () => {
  beforeEach(async () => {
    await signUpIn(tab, mobile);
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    tab.rememberForm({ city: 'Kochi' });
    tab.openLogoutConfirmation();
    tab.drainToasts();
  });

  test('ends the session, clears the state and replaces the page by the sign-in page, with a toast for 2 s', async () => {
    const token = tab.$auth.get().user?.token;
    await tab.signOut();
    expect(browser.left).toEqual(['/signin']);
    expect(await shop.store.db.selectFrom('session').select('token_hash').execute()).toEqual([]);
    expect(token).toBeTruthy();
    expect(browser.storage.kept.size).toBe(0);
    expect(tab.$auth.get()).toMatchObject({ user: null, isAuthenticated: false, verified: false, loading: false });
    expect(tab.$cart.get()).toMatchObject({ cartItems: [], isCartOpen: false, merged: false });
    expect(tab.$checkout.get()).toMatchObject({ form: {}, idempotencyKey: '' });
    expect(tab.$ui.get().isLogoutConfirmationModalOpen).toBe(false);
    expect(toasts(tab)).toEqual([]);
    expect(await toastsOfNextPage()).toEqual([{ text: success.logout, kind: 'success', duration: 2000 }]);
    expect(await toastsOfNextPage()).toEqual([]);
  });

  test('clears the state even when the call fails', async () => {
    browser.network.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await tab.signOut();
    expect(browser.left).toEqual(['/signin']);
    expect(browser.saved()).toEqual({});
    expect(tab.$auth.get().isAuthenticated).toBe(false);
    expect(await toastsOfNextPage()).toEqual([{ text: failure.logout, kind: 'error', duration: 2000 }]);
  });

  test('resets the other tabs too, including data that only they had', async () => {
    const other = await browser.openTab();
    await other.fetchOrders();
    expect(other.$orders.get().orders).toEqual([]);
    await tab.signOut();
    await vi.waitFor(() => expect(other.$auth.get().isAuthenticated).toBe(false));
    await vi.waitFor(() => expect(other.$orders.get().orders).toBeNull());
    expect(other.$cart.get().cartItems).toEqual([]);
    expect(other.$checkout.get().form).toEqual({});
    expect(browser.storage.kept.size).toBe(0);
  });

  test('keeps the store’s own information', async () => {
    browser.storage.kept.set('haat', JSON.stringify({ ...browser.saved(), storeInfo: { store_name: 'Shop' } }));
    const next = await browser.openTab();
    await next.signOut();
    expect(browser.saved()).toEqual({ v: 1, storeInfo: { store_name: 'Shop' } });
  });

  test('drops pending responses meant for the customer', async () => {
    const real = browser.network.answer;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    browser.network.answer = async (request) => {
      const answer = await real(request);
      if (request.url.endsWith('/customer/cart')) await held;
      return answer;
    };
    const fetching = tab.fetchCart();
    await tab.signOut();
    release();
    expect(await fetching).toBe(false);
    expect(tab.$cart.get().cartItems).toEqual([]);
  });
});

test('a pending or failed logout is not sent to other tabs', async () => {
  await signUpIn(tab, mobile);
  browser.messages.length = 0;
  tab.updateAuth({ loading: true, error: null });
  tab.updateAuth({ loading: false, error: failure.logout });
  expect(browser.messages).toEqual([]);
});

test('the next page shows all flash messages of earlier pages, in order', async () => {
  tab.toastSuccess(success.wishAdded, { onNextPage: true });
  tab.toastSuccess(success.login, { onNextPage: true, duration: 2000 });
  expect(toasts(tab)).toEqual([]);
  expect((await toastsOfNextPage()).map(({ text }) => text)).toEqual([success.wishAdded, success.login]);
});

test('saved ui state is discarded on load, and none is saved', async () => {
  browser.storage.kept.set('haat', JSON.stringify({ v: 1, ui: { isLogoutConfirmationModalOpen: true } }));
  const next = await browser.openTab();
  expect(next.$ui.get().isLogoutConfirmationModalOpen).toBe(false);
  browser.storage.kept.clear();
  next.openLogoutConfirmation();
  expect(browser.storage.kept.size).toBe(0);
});
