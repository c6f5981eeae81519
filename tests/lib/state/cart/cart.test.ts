import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getCartCall } from '#lib/contract/cart.ts';
import { failure, lineLimitReached } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { lineFor } from '#tests/lib/state/products.ts';
import { closeStockedShop, openStockedShop } from '#tests/lib/state/stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser, toasts } from '#tests/lib/state/tab.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  tab = await browser.openTab();
});
afterEach(() => closeStockedShop(shop));

const quantities = () => tab.$cart.get().cartItems.map((item) => item.quantity);
const changeSizeL = (values: { stock?: number; price?: number }) =>
  shop.change((tx) => tx.updateTable('variant').set(values).where('product_variation', '=', 'L').execute());
const pressUndo = () =>
  tab
    .drainToasts()
    .find(({ action }) => action?.label === 'Undo')
    ?.action?.run();
const serverQuantities = async () => {
  const token = tab.$auth.get().user?.token;
  return (await shop.succeed(getCartCall, { token })).data.cart.map(({ quantity }) => quantity);
};
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

  test('updates to today’s prices and stock, and notes both beside the line until it is changed', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'L', 3));
    await changeSizeL({ stock: 2, price: 44900 });
    await tab.refreshCart();
    const told = 'Price went down from ₹499.00 to ₹449.00. Only 2 left, quantity lowered';
    expect(tab.$cart.get().cartItems).toMatchObject([{ message: told, quantity: 2 }]);
    await tab.refreshCart();
    expect(tab.$cart.get().cartItems).toMatchObject([{ message: told, quantity: 2 }]);
    await tab.decreaseQuantity(lineKey(await lineFor(shop, tab, 'tee', 'L')));
    expect(tab.$cart.get().cartItems[0]).not.toHaveProperty('message');
    await changeSizeL({ stock: 0 });
    await tab.refreshCart();
    expect(tab.$cart.get().cartItems).toMatchObject([{ status: false, message: 'Plain T-Shirt is sold out', quantity: 1 }]);
  });

  test('brings a removed line back with its quantity at its place when the shopper undoes the removal', async () => {
    for (const size of ['M', 'L']) await tab.addToCart(await lineFor(shop, tab, 'tee', size, 2));
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    const before = tab.$cart.get().cartItems;
    tab.drainToasts();
    await tab.removeCartItem(lineKey(await lineFor(shop, tab, 'tee', 'L')));
    expect(quantities()).toEqual([2, 1]);
    pressUndo();
    expect(tab.$cart.get().cartItems).toEqual(before);
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

  test('stops loading only with the server’s lines in place, fetched or merged', async () => {
    const cap = await lineFor(shop, tab, 'cap');
    const { put } = customerOf(shop, tab.$auth.get().user?.token ?? '');
    const seen: number[][] = [];
    tab.$cart.listen(({ loading }, before) => {
      if (before?.loading && !loading) seen.push(quantities());
    });
    await put(cap.product_id, 3);
    await tab.fetchCart();
    await put(cap.product_id, 4);
    tab.replaceCart(tab.$cart.get().cartItems, false);
    await tab.fetchCart();
    expect(seen).toEqual([[3], [4]]);
  });

  test('is loading from the moment that a merge begins, until it fails or ends', async () => {
    failNext('/customer/add-to-cart-guest');
    tab.replaceCart(tab.$cart.get().cartItems, false);
    const merging = tab.fetchCart();
    expect(tab.$cart.get().loading).toBe(true);
    expect(await merging).toBe(false);
    expect(tab.$cart.get()).toMatchObject({ loading: false, error: 'Not now' });
    const again = tab.fetchCart();
    expect(tab.$cart.get().loading).toBe(true);
    expect(await again).toBe(true);
    expect(tab.$cart.get().loading).toBe(false);
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
    const first = tab.setQuantity(key, 3);
    await vi.waitFor(() => expect(browser.requests).toHaveLength(1));
    await Promise.all([first, tab.setQuantity(key, 4), tab.setQuantity(key, 5)]);
    expect(quantities()).toEqual([5]);
    expect(browser.requests).toEqual(['POST /customer/add-to-cart', 'POST /customer/add-to-cart']);
    await tab.fetchCart();
    expect(quantities()).toEqual([5]);
  });

  test('restores a removed line in its place when the server refuses', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'));
    await tab.fetchCart();
    const before = tab.$cart.get().cartItems;
    failNext('/customer/remove-to-cart');
    const removing = tab.removeCartItem(lineKey(await lineFor(shop, tab, 'cap')));
    expect(quantities()).toEqual([1]);
    await removing;
    expect(tab.$cart.get().cartItems).toEqual(before);
  });

  test('shows what the server has when an answer is lost', async () => {
    const key = lineKey(await lineFor(shop, tab, 'cap'));
    const real = browser.network.answer;
    browser.network.answer = async (request) => {
      browser.network.answer = real;
      await real(request);
      throw new TypeError('Failed to fetch');
    };
    await tab.increaseQuantity(key);
    expect(toasts(tab)).toEqual([failure.cartUpdate]);
    expect(quantities()).toEqual([3]);
    expect(await serverQuantities()).toEqual([3]);
  });

  test('ends without a line that is removed while its quantity is on the way', async () => {
    const key = lineKey(await lineFor(shop, tab, 'cap'));
    const stepping = tab.increaseQuantity(key);
    await Promise.all([stepping, tab.increaseQuantity(key), tab.removeCartItem(key)]);
    expect(quantities()).toEqual([]);
    expect(await serverQuantities()).toEqual([]);
  });

  test('brings a removed line back, here at its place and on the server, when the shopper undoes the removal', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'));
    const key = lineKey(await lineFor(shop, tab, 'cap'));
    tab.drainToasts();
    const names = () => tab.$cart.get().cartItems.map(({ product_name, quantity }) => `${quantity} × ${product_name}`);
    await tab.removeCartItem(key);
    pressUndo();
    await vi.waitFor(async () => expect((await serverQuantities()).sort()).toEqual([1, 2]));
    expect(names()).toEqual(['2 × Cap', '1 × Plain T-Shirt']);
    await tab.fetchCart();
    expect(names()).toEqual(['2 × Cap', '1 × Plain T-Shirt']);
  });

  test('lowers a quantity to the stock, here and on the server, and says so beside the line', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'L', 3));
    await changeSizeL({ stock: 1, price: 47900 });
    await tab.fetchCart();
    const message = 'Price went down from ₹499.00 to ₹479.00. Only 1 left, quantity lowered';
    expect(tab.$cart.get().cartItems[1]).toMatchObject({ quantity: 1, message });
    expect(tab.$cart.get().cartItems[1]).not.toHaveProperty('status');
    expect(await serverQuantities()).toEqual([2, 1]);
    await tab.fetchCart();
    expect(tab.$cart.get().cartItems[1]).toMatchObject({ quantity: 1, message });
  });

  test('shows what the server has when a line is changed while its quantity is lowered to the stock', async () => {
    const line = await lineFor(shop, tab, 'tee', 'L', 3);
    await tab.addToCart(line);
    await changeSizeL({ stock: 2 });
    const real = browser.network.answer;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    browser.network.answer = async (request) => {
      if (request.url.endsWith('/customer/add-to-cart')) {
        browser.network.answer = real;
        await held;
      }
      return real(request);
    };
    const loading = tab.fetchCart();
    await vi.waitFor(() => expect(browser.network.answer).toBe(real));
    await tab.decreaseQuantity(lineKey(line));
    release();
    await loading;
    await vi.waitFor(async () => expect(quantities()).toEqual(await serverQuantities()));
  });

  test('stays in the browser when the session has expired', async () => {
    await shop.change((tx) => tx.deleteFrom('session').execute());
    await tab.fetchCart();
    expect(tab.$auth.get()).toMatchObject({ user: null, isAuthenticated: false });
    expect(tab.$cart.get().merged).toBe(false);
    expect(quantities()).toEqual([2]);
  });
});
