import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lineKey } from '#lib/rules/cart/cart.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let one: Tab;
let other: Tab;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  one = await browser.openTab();
  other = await browser.openTab();
});
afterEach(() => closeStockedShop(shop));

const quantitiesIn = (tab: Tab): string[] =>
  tab.$cart
    .get()
    .cartItems.map(({ quantity, product_name }) => `${quantity} × ${product_name}`)
    .sort();

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

  test('lose nothing when they change a guest’s cart in the same moment', async () => {
    browser.channel.delay = 20;
    const [cap, tee, small] = await Promise.all([
      lineFor(shop, one, 'cap'),
      lineFor(shop, one, 'tee', 'M'),
      lineFor(shop, one, 'tee', 'L'),
    ]);
    await Promise.all([one.addToCart(cap), other.addToCart(cap), one.addToCart(tee), other.addToCart(small)]);
    const all = ['2 × Cap', '1 × Plain T-Shirt', '1 × Plain T-Shirt'].sort();
    await vi.waitFor(() => expect([quantitiesIn(one), quantitiesIn(other)]).toEqual([all, all]));
    await Promise.all([
      one.increaseQuantity(lineKey(cap)),
      other.increaseQuantity(lineKey(cap)),
      one.removeCartItem(lineKey(tee)),
    ]);
    const rest = ['4 × Cap', '1 × Plain T-Shirt'].sort();
    await vi.waitFor(() => expect([quantitiesIn(one), quantitiesIn(other)]).toEqual([rest, rest]));
    await vi.waitFor(async () => expect(quantitiesIn(await browser.openTab())).toEqual(rest));
  });

  test('keep what one has saved of another slice, when its message is faster than its storage', async () => {
    await one.addToCart(await lineFor(shop, one, 'cap'));
    await vi.waitFor(() => expect(other.$cart.get().cartItems).toHaveLength(1));
    const before = browser.storage.getItem('haat') ?? '';
    const { storage } = browser;
    one.clearCart();
    one.updateCheckout({ order_id: [7] });
    const after = storage.getItem('haat') ?? '';
    storage.setItem('haat', before);
    await vi.waitFor(() => expect(other.$cart.get().cartItems).toHaveLength(0));
    storage.setItem('haat', after);
    await pause(600);
    expect(browser.saved()).toMatchObject({ cart: { cartItems: [] }, checkout: { order_id: [7] } });
  });

  test('repair the saved state when one has written over the other’s change', async () => {
    await one.addToCart(await lineFor(shop, one, 'cap'));
    await vi.waitFor(() => expect(other.$cart.get().cartItems).toHaveLength(1));
    const before = browser.storage.getItem('haat') ?? '';
    await one.addToCart(await lineFor(shop, one, 'tee', 'M'));
    browser.storage.setItem('haat', before);
    browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'haat', newValue: before }));
    await vi.waitFor(() => expect(browser.saved()).toMatchObject({ cart: { cartItems: [{ quantity: 1 }, { quantity: 1 }] } }));
  });

  describe('whose writes of a guest’s cart cross, so that neither has read the other’s, lose nothing', () => {
    const states: Record<string, () => unknown> = {
      'where the lock is free': () => {},
      'while a frozen tab holds the lock': () => {
        const released = Promise.withResolvers<void>();
        void navigator.locks.request('haat', () => released.promise);
        onTestFinished(() => released.resolve());
      },
      'where there are no locks': () => vi.stubGlobal('navigator', {}),
      'where there are no messages': () => {
        browser.channel.delay = 60_000;
      },
    };
    test.each(Object.keys(states))('%s', async (state) => {
      const [cap, tee] = [await lineFor(shop, one, 'cap'), await lineFor(shop, one, 'tee', 'M')];
      await one.addToCart(cap);
      await vi.waitFor(() => expect(other.$cart.get().cartItems).toHaveLength(1));
      states[state]?.();
      const before = browser.storage.getItem('haat') ?? '';
      const hear = (newValue = browser.storage.getItem('haat')) =>
        browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'haat', newValue }));
      await one.addToCart(tee);
      const written = browser.storage.getItem('haat');
      browser.storage.setItem('haat', before);
      await other.increaseQuantity(lineKey(cap));
      hear();
      hear(written);
      const all = ['1 × Plain T-Shirt', '2 × Cap'];
      const check = () => {
        hear();
        for (const tab of [one, other]) expect(quantitiesIn(tab)).toEqual(all);
      };
      await vi.waitFor(check, { timeout: 3000 });
      expect(quantitiesIn(await browser.openTab())).toEqual(all);
    });
  });

  test('show the same after one of them was frozen', async () => {
    await one.addToCart(await lineFor(shop, one, 'cap'));
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const later = await browser.openTab();
    await later.addToCart(await lineFor(shop, later, 'tee', 'M'));
    expect(one.$cart.get().cartItems).toHaveLength(1);
    browser.window.dispatchEvent(new Event('resume'));
    expect(one.$cart.get().cartItems).toHaveLength(2);
  });

  test('keep a line that could not be saved when the page returns from the back/forward cache', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await one.addToCart(await lineFor(shop, one, 'cap'));
    browser.storage.full = true;
    await one.addToCart(await lineFor(shop, one, 'tee', 'M'));
    browser.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(one.$cart.get().cartItems).toHaveLength(2);
  });

  test('are empty after a sign-out, whatever one has changed before it heard of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const cap = await lineFor(shop, one, 'cap');
    await one.addToCart(cap);
    await vi.waitFor(() => expect(quantitiesIn(other)).toEqual(['1 × Cap']));
    browser.channel.delay = 20;
    one.leaveSignedOut();
    vi.setSystemTime(Date.now() + 60_000);
    await other.addToCart(cap);
    other.replaceCart(other.$cart.get().cartItems, false);
    other.updateCheckout({ couponCode: 'TEN' });
    await pause(60);
    for (const tab of [one, other]) expect([quantitiesIn(tab), tab.$checkout.get().couponCode]).toEqual([[], '']);
  });

  test('hear nothing of a reply that brings nothing new', async () => {
    const lines = [await lineFor(shop, one, 'cap')];
    one.replaceCart(lines, false);
    const count = browser.messages.length;
    one.replaceCart(structuredClone(lines), false);
    expect(browser.messages).toHaveLength(count);
  });

  test('show the wishlist that was requested last', async () => {
    await signUpIn(one, '9876543210');
    await vi.waitFor(() => expect(other.$auth.get().isAuthenticated).toBe(true));
    const [cap, tee] = await Promise.all([lineFor(shop, one, 'cap'), lineFor(shop, one, 'tee', 'M')]);
    const real = browser.network.answer;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    browser.network.answer = async (request) => {
      const answer = await real(request);
      if (request.url.endsWith('/customer/wishlist')) {
        browser.network.answer = real;
        await held;
      }
      return answer;
    };
    const early = one.addToWishlist({ product_id: cap.product_id });
    await vi.waitFor(() => expect(browser.network.answer).toBe(real));
    await other.addToWishlist({ product_id: tee.product_id });
    release();
    await early;
    for (const tab of [one, other]) await vi.waitFor(() => expect(tab.$wishes.get()).toHaveLength(2));
  });

  describe('of a customer', () => {
    let key: string;
    beforeEach(async () => {
      await signUpIn(one, '9876543210');
      await vi.waitFor(() => expect(other.$auth.get().isAuthenticated).toBe(true));
      const cap = await lineFor(shop, one, 'cap');
      key = lineKey(cap);
    });
    afterEach(() => vi.useRealTimers());

    /** Holds the answers of requests whose URL ends so, once the store has made them. */
    const hold = (path: string) => {
      const real = browser.network.answer;
      const answered = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      browser.network.answer = async (request) => {
        const answer = await real(request);
        if (!request.url.endsWith(path)) return answer;
        answered.resolve();
        await released.promise;
        return answer;
      };
      return { answered: answered.promise, release: released.resolve };
    };

    test('have no line after a sign-out while its removal is in flight', async () => {
      await one.addToCart(await lineFor(shop, one, 'cap'));
      const removals = hold('/remove-to-cart');
      const removing = one.removeCartItem(key);
      await removals.answered;
      one.leaveSignedOut();
      removals.release();
      await removing;
      expect(quantitiesIn(one)).toEqual([]);
    });

    test('lose a line for good that one removes while the other loads the cart', async () => {
      await one.addToCart(await lineFor(shop, one, 'cap'));
      await vi.waitFor(() => expect(quantitiesIn(other)).toEqual(['1 × Cap']));
      const loads = hold('/customer/cart');
      const real = browser.network.answer;
      browser.network.answer = async (request) => {
        if (request.url.endsWith('/remove-to-cart')) await loads.answered;
        return real(request);
      };
      const removing = one.removeCartItem(key);
      await pause(5);
      const loading = other.fetchCart();
      await removing;
      loads.release();
      await loading;
      for (const tab of [one, other]) await vi.waitFor(() => expect(quantitiesIn(tab)).toEqual([]));
      await pause(50);
      for (const tab of [one, other]) expect(quantitiesIn(tab)).toEqual([]);
    });

    test('show a line that one adds while the other loads the cart, even at the same time of the clock', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      browser.channel.delay = 200;
      await other.fetchCart();
      const loads = hold('/customer/cart');
      const loading = other.fetchCart();
      await loads.answered;
      await one.addToCart(await lineFor(shop, one, 'cap'));
      loads.release();
      await loading;
      await pause(2 * browser.channel.delay);
      for (const tab of [one, other]) await vi.waitFor(() => expect(quantitiesIn(tab)).toEqual(['1 × Cap']));
    });
  });

  test('share the applied coupon, but neither its progress nor the step of the checkout', async () => {
    one.updateCheckout({ couponCode: 'TEN', discountLoading: true, discountError: 'no', step: 'address' });
    await vi.waitFor(() => expect(other.$checkout.get().couponCode).toBe('TEN'));
    expect(other.$checkout.get()).toMatchObject({ discountLoading: false, discountError: null, step: 'mobile' });
    expect(browser.messages).toMatchObject([
      { v: 1, checkout: { couponCode: 'TEN', times: { couponCode: expect.any(Number) } } },
    ]);
    expect(JSON.stringify(browser.messages)).not.toMatch(/discountLoading|discountError/);
  });

  test('ignore invalid messages', async () => {
    const stranger = new BroadcastChannel('haat-state');
    for (const message of [
      null,
      'cart',
      7,
      {},
      { v: 2, cart: { cartItems: [] } },
      { v: 1, cart: null },
      { v: 1, cart: { cartItems: [{}], times: 7 } },
      { v: 1, none: {} },
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
