import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CartItem } from '#lib/contract/cart.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { enterCode, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => closeStockedShop(shop));

const states = {
  blocked: () => vi.stubGlobal('localStorage', undefined),
  full: () => {
    browser.storage.full = true;
  },
};

/** Every change of a guest's cart that is confirmed by a toast. */
const changes: Record<string, (tab: Tab, key: string) => Promise<unknown>> = {
  adding: async (tab) => tab.addToCart(await lineFor(shop, tab, 'cap')),
  'adding another': async (tab) => tab.addToCart(await lineFor(shop, tab, 'tee', 'M')),
  'a step': (tab, key) => tab.increaseQuantity(key),
  'a quantity': (tab, key) => tab.setQuantity(key, 3),
  'undoing a removal': async (tab, key) => {
    await tab.removeCartItem(key);
    for (const { action } of tab.drainToasts()) action?.run();
  },
};

const cases = Object.keys(states).flatMap((state) => Object.keys(changes).map((change) => [state, change] as const));

test.each(cases)('with %s storage, %s is not said to be done', async (state, change) => {
  const tab = await browser.openTab();
  await tab.addToCart(await lineFor(shop, tab, 'cap'));
  expect(toasts(tab)).toEqual([success.itemAdded]);
  const key = lineKey(tab.$cart.get().cartItems[0] as CartItem);
  states[state as keyof typeof states]();
  await changes[change]?.(tab, key);
  expect(toasts(tab)).toEqual([]);
  expect(tab.describeUnsaved('cart')).toContain('your cart is lost on the next page');
});

test('storage that was emptied in the middle of a visit is filled again by the next change', async () => {
  const tab = await browser.openTab();
  await tab.addToCart(await lineFor(shop, tab, 'cap'));
  await enterCode(tab, '9876543210');
  browser.storage.clear();
  tab.rememberForm({ city: 'Kochi' });
  const next = await browser.openTab();
  expect(next.sessionToken()).toBe(tab.sessionToken());
  expect(next.$checkout.get()).toMatchObject({ mobile: '9876543210', form: { city: 'Kochi' } });
  expect(next.$cart.get().cartItems).toHaveLength(1);
});

test('storage that a sign-out in another tab has emptied stays empty of the customer', async () => {
  const tab = await browser.openTab();
  await tab.addToCart(await lineFor(shop, tab, 'cap'));
  await enterCode(tab, '9876543210');
  tab.rememberForm({ city: 'Kochi' });
  const other = await browser.openTab();
  await other.signOut();
  await vi.waitFor(() => expect(tab.$checkout.get().form).toEqual({}));
  browser.storage.clear();
  await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'));
  expect(JSON.stringify(browser.saved())).not.toMatch(/Kochi|9876543210|token/);
});
