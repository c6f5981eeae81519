import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { lineFor, stockShop } from './products.ts';
import { closeBrowser, openBrowser, signUpIn, type Tab, type TestBrowser } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let one: Tab;
let other: Tab;

beforeEach(async () => {
  shop = await openShop();
  await stockShop(shop);
  browser = openBrowser(shop);
  one = await browser.openTab();
  other = await browser.openTab();
});
afterEach(async () => {
  closeBrowser();
  vi.restoreAllMocks();
  await shop.close();
});

describe('two tabs', () => {
  test('show the same cart, but only one of them opens the popup', async () => {
    await one.addToCart(await lineFor(shop, one, 'cap'));
    await vi.waitFor(() => expect(other.$cart.get().cartItems).toHaveLength(1));
    expect(one.$cart.get().isCartOpen).toBe(true);
    expect(other.$cart.get().isCartOpen).toBe(false);
  });

  test('share the signed-in user, but not pending calls', async () => {
    await signUpIn(one, '9876543210');
    await vi.waitFor(() => expect(other.$auth.get().isAuthenticated).toBe(true));
    expect(other.$auth.get().user).toEqual(one.$auth.get().user);
    one.updateAuth({ loading: true, error: 'no' });
    await pause(50);
    expect(other.$auth.get()).toMatchObject({ loading: false, error: null });
  });

  test('do not echo a change', async () => {
    await one.addToCart(await lineFor(shop, one, 'cap'));
    await vi.waitFor(() => expect(other.$cart.get().cartItems).toHaveLength(1));
    await pause(50);
    expect(browser.messages).toHaveLength(1);
  });

  test('ignore invalid messages', async () => {
    const stranger = new BroadcastChannel('haat-state');
    for (const message of [
      null,
      'cart',
      7,
      {},
      { store: 'cart' },
      { store: 'cart', fields: null },
      { store: 'none', fields: {} },
    ]) {
      stranger.postMessage(message);
    }
    await pause(50);
    expect(one.$cart.get().cartItems).toEqual([]);
  });
});

test('a browser without BroadcastChannel warns once and works', async () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('BroadcastChannel', undefined);
  const tab = await browser.openTab();
  await tab.addToCart(await lineFor(shop, tab, 'cap'));
  expect(tab.$cart.get().cartItems).toHaveLength(1);
  expect(complained).toHaveBeenCalledTimes(1);
});
