import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure, noLongerAvailable } from '#lib/contract/messages/failures.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { isWithdrawn } from '#lib/state/cart/cart-notes.ts';
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

const quantities = () => tab.$cart.get().cartItems.map(({ quantity }) => quantity);

describe('a product that is withdrawn while a guest has it in the cart', () => {
  const withdraw = (slug: string) =>
    shop.change((tx) => tx.updateTable('product').set({ active: 0 }).where('slug', '=', slug).execute());

  test.for([
    ['tee', 'L'],
    ['cap', undefined],
  ] as const)('counts nowhere (%s)', async ([slug, size]) => {
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'));
    const [kept, savings] = [tab.$cartPaise.get(), tab.$cartSavings.get()];
    await tab.addToCart({ ...(await lineFor(shop, tab, slug, size, 2)), mrp: '999.00' });
    expect(tab.$cartUnits.get()).toBe(3);
    if (slug === 'tee') await shop.change((tx) => tx.deleteFrom('variant').where('product_variation', '=', 'L').execute());
    else await withdraw(slug);
    await tab.refreshCart();
    const line = tab.$cart.get().cartItems[1];
    expect(line).toMatchObject({ status: false, message: noLongerAvailable(line?.product_name ?? '') });
    expect(line && isWithdrawn(line)).toBe(true);
    expect([tab.$cartUnits.get(), tab.$cartPaise.get(), tab.$cartSavings.get()]).toEqual([1, kept, savings]);
    await tab.refreshCart();
    expect(tab.$cart.get().cartItems[1]).toEqual(line);
  });

  test('can be bought again once it is sold again', async () => {
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    await withdraw('cap');
    await tab.refreshCart();
    expect(tab.$cartUnits.get()).toBe(0);
    await shop.change((tx) => tx.updateTable('product').set({ active: 1 }).execute());
    await tab.refreshCart();
    expect(tab.$cart.get().cartItems).toMatchObject([{ quantity: 1, product_stock: 50 }]);
    expect(tab.$cartUnits.get()).toBe(1);
  });
});

describe('a change that a customer makes while the browser is offline', () => {
  let goOnline: () => void;

  beforeEach(async () => {
    await tab.addToCart(await lineFor(shop, tab, 'cap', undefined, 2));
    await signUpIn(tab, '9876543210');
    const { answer } = browser.network;
    vi.stubGlobal('navigator', { onLine: false });
    browser.network.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    goOnline = () => {
      vi.stubGlobal('navigator', { onLine: true });
      browser.network.answer = answer;
    };
  });

  const key = async () => lineKey(await lineFor(shop, tab, 'cap'));
  const changes: [name: string, make: () => Promise<unknown>, before: number[], after: number[]][] = [
    ['adding', async () => tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 2)), [2], [2, 2]],
    ['more of a line', async () => tab.addToCart(await lineFor(shop, tab, 'cap')), [2], [3]],
    ['another quantity', async () => tab.setQuantity(await key(), 4), [2], [4]],
    ['one more', async () => tab.increaseQuantity(await key()), [2], [3]],
    ['removing', async () => tab.removeCartItem(await key()), [2], []],
    ['moving to the wishlist', async () => tab.moveToWishlist(await key()), [2], []],
  ];

  test.for(changes)('is undone and says so, and can be tried again (%s)', async ([, make, before, after]) => {
    await make();
    expect(quantities()).toEqual(before);
    const [told, ...others] = tab.drainToasts();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ kind: 'error', text: failure.offline, action: { label: 'Try again' } });
    goOnline();
    told?.action?.run();
    await vi.waitFor(() => expect(quantities()).toEqual(after));
    await vi.waitFor(() => expect(tab.drainToasts().map(({ kind }) => kind)).toEqual(['success']));
    if (after.length === 0) return;
    await tab.fetchCart();
    expect(quantities()).toEqual(after);
  });

  test('is not made by the next customer', async () => {
    await tab.setQuantity(await key(), 4);
    const [told] = tab.drainToasts();
    goOnline();
    await tab.signOut();
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    told?.action?.run();
    await signUpIn(tab, '9876500000');
    told?.action?.run();
    await tab.fetchCart();
    expect(quantities()).toEqual([1]);
  });
});
