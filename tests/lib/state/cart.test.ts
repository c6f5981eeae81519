import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lineLimitReached, success } from '#lib/contract/texts.ts';
import { lineKey } from '#lib/rules/cart.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { lineFor, stockShop } from './products.ts';
import { closeBrowser, openBrowser, signUpIn, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;

beforeEach(async () => {
  shop = await openShop();
  await stockShop(shop);
  browser = openBrowser(shop);
  tab = await browser.openTab();
});
afterEach(async () => {
  closeBrowser();
  await shop.close();
});

const quantities = () => tab.$cart.get().cartItems.map((item) => item.quantity);
const failNext = (path: string) => {
  const real = browser.network.answer;
  browser.network.answer = (request) => {
    if (!request.url.endsWith(path)) return real(request);
    browser.network.answer = real;
    return Promise.resolve(Response.json({ success: false, message: 'Not now' }, { status: 503 }));
  };
};

describe('a guest’s cart', () => {
  test('is stored in the browser: a line is added, increased, and opens the popup, without any call', async () => {
    expect(await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'))).toBe(true);
    expect(tab.$cart.get().isCartOpen).toBe(true);
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 2));
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'L'));
    expect(quantities()).toEqual([3, 1]);
    expect(toasts(tab)).toEqual([success.itemAdded, success.quantityUpdated, success.itemAdded]);
    expect(browser.requests).toEqual([]);
  });

  test('never holds more than five or the stock', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 9));
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'L', 9));
    expect(quantities()).toEqual([5, 3]);
    tab.drainToasts();
    expect(await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'))).toBe(false);
    expect(toasts(tab)).toEqual([lineLimitReached('Plain T-Shirt')]);
  });

  test('loses a line when it is decreased at one', async () => {
    const line = await lineFor(shop, tab, 'cap');
    await tab.addToCart(line);
    await tab.increaseQuantity(lineKey(line));
    await tab.decreaseQuantity(lineKey(line));
    expect(quantities()).toEqual([1]);
    await tab.decreaseQuantity(lineKey(line));
    expect(quantities()).toEqual([]);
    expect(toasts(tab).at(-1)).toBe(success.itemRemoved);
  });

  test('is not fetched from the server', async () => {
    expect(await tab.fetchCart()).toBe(false);
    expect(tab.$cart.get().error).toBe('User not authenticated');
    expect(browser.requests).toEqual([]);
  });

  test('updates to today’s prices and reports low stock', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'L', 3));
    await shop.change((tx) => tx.updateTable('variant').set({ stock: 1 }).where('product_variation', '=', 'L').execute());
    await tab.refreshCart();
    expect(tab.$cart.get().cartItems[0]).toMatchObject({ status: false, message: 'Only 1 of Plain T-Shirt left', quantity: 3 });
  });
});

describe('a customer’s cart', () => {
  beforeEach(async () => {
    await tab.addToCart(await lineFor(shop, tab, 'cap', undefined, 2));
    await signUpIn(tab, '9876543210');
    browser.requests.length = 0;
  });

  test('starts with the guest’s lines, and is the server’s from then on', async () => {
    expect(tab.$cart.get().merged).toBe(true);
    expect(quantities()).toEqual([2]);
  });

  test('sends the total quantity, and stores the server’s', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'cap', undefined, 1));
    expect(quantities()).toEqual([3]);
    await shop.change((tx) => tx.updateTable('variant').set({ stock: 2 }).where('product_variation', '=', 'L').execute());
    const stale = { ...(await lineFor(shop, tab, 'tee', 'L', 3)), quantity: 3 };
    await tab.addToCart({ ...stale, selected_variant: stale.selected_variant && { ...stale.selected_variant, stock: 3 } });
    expect(quantities()).toEqual([3, 2]);
  });

  test('changes optimistically, and rolls back when the server refuses', async () => {
    const key = lineKey(await lineFor(shop, tab, 'cap'));
    failNext('/customer/add-to-cart');
    const changing = tab.increaseQuantity(key);
    expect(quantities()).toEqual([3]);
    await changing;
    expect(quantities()).toEqual([2]);
    expect(toasts(tab)).toEqual(['Not now']);
  });

  test('ends at the last requested quantity however fast the shopper taps, with at most one call queued', async () => {
    const key = lineKey(await lineFor(shop, tab, 'cap'));
    await Promise.all([tab.setQuantity(key, 3), tab.setQuantity(key, 4), tab.setQuantity(key, 5)]);
    expect(quantities()).toEqual([5]);
    expect(browser.requests).toEqual(['POST /customer/add-to-cart', 'POST /customer/add-to-cart']);
    await tab.fetchCart();
    expect(quantities()).toEqual([5]);
  });

  test('restores a removed line in its place when the server refuses', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'));
    const before = tab.$cart.get().cartItems;
    failNext('/customer/remove-to-cart');
    const removing = tab.removeCartItem(lineKey(await lineFor(shop, tab, 'cap')));
    expect(quantities()).toEqual([1]);
    await removing;
    expect(tab.$cart.get().cartItems).toEqual(before);
  });

  test('stays in the browser when the session has expired', async () => {
    await shop.change((tx) => tx.deleteFrom('session').execute());
    await tab.fetchCart();
    expect(tab.$auth.get()).toMatchObject({ user: null, isAuthenticated: false });
    expect(tab.$cart.get().merged).toBe(false);
    expect(quantities()).toEqual([2]);
  });
});
