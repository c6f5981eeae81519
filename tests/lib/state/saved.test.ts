import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import type { TestBrowser } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
});
afterEach(() => closeStockedShop(shop));

const warnings = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

describe('the saved state', () => {
  test('is one key in local storage, and is restored on the next page', async () => {
    const first = await browser.openTab();
    await first.addToCart(await lineFor(shop, first, 'cap'));
    expect([...browser.storage.kept.keys()]).toEqual(['haat']);
    expect(browser.saved()).toMatchObject({ v: 1, cart: { cartItems: [{ product_name: 'Cap', quantity: 1 }] } });
    const next = await browser.openTab();
    expect(next.$cart.get().cartItems).toHaveLength(1);
    expect(next.$cart.get().isCartOpen).toBe(false);
  });

  test('of the version that kept a log of changes loses no line', async () => {
    const line = await lineFor(shop, await browser.openTab(), 'cap');
    const tee = await lineFor(shop, await browser.openTab(), 'tee', 'M');
    const change = { id: 'a1', at: 1795894564410, key: '2:', guest: true, change: { kind: 'add', line } };
    const log = { base: [tee], until: 1795894500000, reset: 1795894000000, merged: false, changes: [change] };
    browser.storage.kept.set('haat', JSON.stringify({ v: 1, cart: { cartItems: [tee, line], merged: false, log } }));
    const tab = await browser.openTab();
    expect(tab.$cart.get().cartItems).toEqual([tee, line]);
    await tab.addToCart(line);
    expect((await browser.openTab()).$cart.get().cartItems).toEqual([tee, { ...line, quantity: 2 }]);
    expect(browser.saved()).not.toHaveProperty('cart.log');
  });

  test('holds no field named loading', async () => {
    const tab = await browser.openTab();
    tab.$cart.setKey('loading', true);
    tab.updateAuth({ loading: true, verified: true });
    expect(JSON.stringify(browser.saved())).not.toContain('oading');
  });

  test.each(['{', '[]', 'null', '{"v":2,"cart":{}}', '"text"'])(
    'that is damaged (%s) is ignored with a warning',
    async (text) => {
      const warned = warnings();
      browser.storage.kept.set('haat', text);
      const tab = await browser.openTab();
      expect(warned).toHaveBeenCalled();
      expect(await tab.addToCart(await lineFor(shop, tab, 'cap'))).toBe(true);
      expect(browser.saved()).toMatchObject({ v: 1, cart: { cartItems: [{ quantity: 1 }] } });
    },
  );

  test('that is damaged in one slice keeps the others', async () => {
    const warned = warnings();
    const first = await browser.openTab();
    await first.addToCart(await lineFor(shop, first, 'cap'));
    first.rememberForm({ city: 'Kochi' });
    const saved = browser.saved();
    browser.storage.kept.set('haat', JSON.stringify({ ...saved, cart: { cartItems: [{ quantity: -4 }] } }));
    const next = await browser.openTab();
    expect(warned).toHaveBeenCalled();
    expect(next.$cart.get().cartItems).toEqual([]);
    expect(next.$checkout.get().form).toEqual({ city: 'Kochi' });
  });

  test.each([
    { coupon_code: 'TEN', type: 'percent', value: 'ten', discount_amount: '1.00' },
    { coupon_code: 'TEN', type: 'percent', value: '10', discount_amount: 'NaN.NaN' },
    { coupon_code: { a: 1 }, type: 'percent', value: '10', discount_amount: '1.00' },
    'TEN',
  ])('that has a damaged coupon (%j) loses only the coupon', async (discount) => {
    browser.storage.kept.set('haat', JSON.stringify({ v: 1, checkout: { discount, form: { city: 'Kochi' } } }));
    const tab = await browser.openTab();
    expect(tab.$checkout.get()).toMatchObject({ discount: null, form: { city: 'Kochi' } });
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    expect(tab.$totals.get()).toMatchObject({ discount: 0, total: expect.any(Number) });
    expect(tab.$totals.get().total).toBeGreaterThan(0);
  });

  test('that is damaged is whole again after the next change', async () => {
    warnings();
    browser.storage.kept.set('haat', JSON.stringify({ v: 1, checkout: { order_id: 'x', form: { city: 'Kochi' } } }));
    const tab = await browser.openTab();
    tab.rememberForm({ city: 'Pune' });
    const next = await browser.openTab();
    expect(next.$checkout.get()).toMatchObject({ form: { city: 'Pune' }, order_id: [] });
  });

  test('keeps the fields that another tab has saved and this one has not heard of', async () => {
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    browser.channel.delay = 1000;
    one.updateCheckout({ order_id: [7], success: true });
    other.rememberForm({ city: 'Pune' });
    expect(browser.saved()).toMatchObject({ checkout: { order_id: [7], success: true, form: { city: 'Pune' } } });
  });

  test('keeps slices that this page does not use', async () => {
    browser.storage.kept.set('haat', JSON.stringify({ v: 1, wishlist: { items: [7] } }));
    const tab = await browser.openTab();
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    expect(browser.saved()).toMatchObject({ wishlist: { items: [7] } });
  });

  test('causes only a warning when it cannot be written', async () => {
    const warned = warnings();
    const tab = await browser.openTab();
    browser.storage.full = true;
    expect(await tab.addToCart(await lineFor(shop, tab, 'cap'))).toBe(true);
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    expect(warned).toHaveBeenCalled();
  });

  test.each([0, 1, 40, 300])(
    'makes room for the cart by dropping what can be fetched again (%i characters left)',
    async (room) => {
      warnings();
      const tab = await browser.openTab();
      await tab.addToCart(await lineFor(shop, tab, 'cap'));
      const extra = {
        recentlyViewed: [{ slug: 'a'.repeat(4000), name: 'A', picture: '' }],
        homeSections: { sections: [], loadedAt: 1 },
      };
      browser.storage.kept.set('haat', JSON.stringify({ ...browser.saved(), ...extra }));
      browser.storage.capacity = browser.storage.used + room;
      expect(await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'))).toBe(true);
      expect(tab.describeUnsaved('cart')).toBeUndefined();
      const next = await browser.openTab();
      expect(next.$cart.get().cartItems.map(({ product_name }) => product_name)).toEqual(['Cap', 'Plain T-Shirt']);
      expect(browser.saved()).not.toHaveProperty('homeSections');
    },
  );

  test.each([0, 1, 40])('says that the cart is not saved when nothing can be dropped (%i characters left)', async (room) => {
    warnings();
    const tab = await browser.openTab();
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    const { cart } = browser.saved();
    browser.storage.kept.set('haat', JSON.stringify({ v: 1, cart }));
    browser.storage.capacity = browser.storage.used + room;
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M'));
    expect(tab.describeUnsaved('cart')).toContain('no storage left');
    browser.storage.capacity += 100_000;
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    expect(tab.describeUnsaved('cart')).toBeUndefined();
    expect((await browser.openTab()).$cart.get().cartItems).toHaveLength(2);
  });

  test('causes only a warning when the browser blocks storage', async () => {
    const warned = warnings();
    vi.stubGlobal('localStorage', undefined);
    const tab = await browser.openTab();
    expect(await tab.addToCart(await lineFor(shop, tab, 'cap'))).toBe(true);
    expect(warned).toHaveBeenCalled();
  });

  test('is read again when a page returns from the back/forward cache', async () => {
    const shown = await browser.openTab();
    const other = await browser.openTab();
    await other.addToCart(await lineFor(shop, other, 'cap'));
    shown.$cart.set({ ...shown.$cart.get(), isCartOpen: true });
    browser.storage.kept.set('haat', JSON.stringify({ ...browser.saved(), cart: { cartItems: other.$cart.get().cartItems } }));
    browser.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(shown.$cart.get().cartItems).toHaveLength(1);
  });

  test('is not used on a server', async () => {
    vi.stubEnv('SSR', true);
    vi.stubGlobal('localStorage', new Proxy({}, { get: () => expect.unreachable('storage was read') }));
    const tab = await browser.openTab();
    tab.openCart();
    expect(tab.$cart.get().isCartOpen).toBe(true);
    expect(browser.messages).toEqual([]);
  });
});
