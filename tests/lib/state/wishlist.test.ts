import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
let cap: Product;
let tee: Product;

const mobile = '9876543210';

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  tab = await browser.openTab();
  cap = (await shop.succeed(singleProductDetailsCall, { params: { slug: 'cap' } })).data;
  tee = (await shop.succeed(singleProductDetailsCall, { params: { slug: 'tee' } })).data;
  await signUpIn(tab, mobile);
  browser.requests.length = 0;
});
afterEach(() => closeStockedShop(shop));

const names = () => tab.$wishes.get().map(({ product }) => product.name);
const stored = () => shop.store.db.selectFrom('wishlist').select('product_id').execute();

/** Fails the next call to `path` with a network error. */
const loseNext = (path: string) => {
  const real = browser.network.answer;
  browser.network.answer = (request) => {
    if (!request.url.endsWith(path)) return real(request);
    browser.network.answer = real;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
};

describe('the wishlist', () => {
  test('shows a wish at once, and is reloaded when the server confirms', async () => {
    const adding = tab.addToWishlist(cap);
    expect(tab.isWished(cap)).toBe(true);
    expect(await adding).toBe(true);
    expect(names()).toEqual(['Cap']);
    expect(browser.requests).toEqual(['POST /customer/add-to-wishlist', 'GET /customer/wishlist']);
    expect(toasts(tab)).toEqual([success.wishAdded]);
    await tab.removeFromWishlist(cap);
    expect(tab.isWished(cap)).toBe(false);
    expect(toasts(tab)).toEqual([success.wishRemoved]);
  });

  test('rolls back a wish that does not reach the server, with the default message', async () => {
    loseNext('/customer/add-to-wishlist');
    expect(await tab.addToWishlist(cap)).toBe(false);
    expect(tab.isWished(cap)).toBe(false);
    expect(toasts(tab)).toEqual([failure.store]);
    expect(failure.store).toBe('Failed to fetch store information');
  });

  test('restores a removed product in its place when the call fails', async () => {
    await tab.addToWishlist(cap);
    await tab.addToWishlist(tee);
    loseNext('/customer/remove-to-wishlist');
    const removing = tab.removeFromWishlist(tee);
    expect(names()).toEqual(['Cap']);
    await removing;
    expect(names()).toEqual(['Plain T-Shirt', 'Cap']);
  });

  test('ends in the state of the shopper’s last click, however fast they click', async () => {
    await Promise.all([
      tab.addToWishlist(cap),
      tab.removeFromWishlist(cap),
      tab.addToWishlist(cap),
      tab.addToWishlist(tee),
      tab.removeFromWishlist(tee),
    ]);
    expect(names()).toEqual(['Cap']);
    expect(await stored()).toEqual([{ product_id: cap.product_id }]);
    expect(tab.$wishlist.get().changing).toEqual({});
  });

  test('shows the server’s state when only the last of several changes was lost', async () => {
    const adding = tab.addToWishlist(cap);
    loseNext('/customer/remove-to-wishlist');
    await Promise.all([adding, tab.removeFromWishlist(cap)]);
    expect(tab.isWished(cap)).toBe(true);
  });

  test('matches a product by product_id or by retailer_product_id', async () => {
    const entry = { wishlist_id: 1, product: { ...cap, product_id: 71, retailer_product_id: 900 } };
    tab.$wishlist.setKey('entries', [entry]);
    expect(tab.isWished({ product_id: 71 })).toBe(true);
    expect(tab.isWished({ product_id: 72, retailer_product_id: 900 })).toBe(true);
    expect(tab.isWished({ product_id: 900 })).toBe(false);
    tab.$wishlist.setKey('entries', [{ wishlist_id: 1, product: { ...cap, product_id: 71, retailer_product_id: undefined } }]);
    expect(tab.isWished({ product_id: 72, retailer_product_id: undefined })).toBe(false);
  });

  test('is saved, and shared with other tabs', async () => {
    const other = await browser.openTab();
    await tab.addToWishlist(cap);
    await vi.waitFor(() => expect(other.isWished(cap)).toBe(true));
    const next = await browser.openTab();
    expect(next.isWished(cap)).toBe(true);
    expect(next.$wishlist.get().changing).toEqual({});
  });

  test('shows why it could not be loaded, and keeps its entries', async () => {
    await tab.addToWishlist(cap);
    loseNext('/customer/wishlist');
    expect(await tab.fetchWishlist()).toBe(false);
    expect(tab.$wishlist.get()).toMatchObject({ error: failure.store, loading: false });
    expect(names()).toEqual(['Cap']);
  });

  test('is cleared with the session', async () => {
    await tab.addToWishlist(cap);
    await shop.change((tx) => tx.deleteFrom('session').execute());
    await tab.addToWishlist(tee);
    expect(tab.$auth.get().isAuthenticated).toBe(false);
    expect(tab.$wishlist.get()).toMatchObject({ entries: [], changing: {} });
    expect(browser.saved()).toMatchObject({ wishlist: { entries: [] } });
  });

  test('takes a customer’s cart line, and gives it back when the move is undone', async () => {
    const line = await lineFor(shop, tab, 'cap', undefined, 2);
    await tab.addToCart(line);
    tab.drainToasts();
    await tab.moveToWishlist(lineKey(line));
    const [toast, ...others] = tab.drainToasts();
    expect([toast?.text, others]).toEqual([success.wishMoved, []]);
    expect(tab.$wishes.get()).toHaveLength(1);
    expect(tab.$cart.get().cartItems).toEqual([]);
    toast?.action?.run();
    await vi.waitFor(() => expect(tab.$wishlist.get()).toMatchObject({ entries: [], changing: {}, loading: false }));
    await vi.waitFor(() => expect(toasts(tab)).toContain(success.itemAddedServer));
    expect(tab.$cart.get().cartItems).toMatchObject([{ quantity: 2 }]);
  });
});
