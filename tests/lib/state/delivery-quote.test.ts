import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceZones, type ZoneWithAreas } from '#api/services/shipping/zones.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { address, mobile } from './checkout-form.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser } from './tab.ts';

const zone = (name: string, areas: string[], more: Partial<ZoneWithAreas> = {}): ZoneWithAreas => ({
  name,
  areas,
  days: { from: 1, to: 2 },
  slabBy: 'value',
  slabs: [
    { from: 0, charge: 4000 },
    { from: 100_000, charge: 1000 },
  ],
  freeFrom: null,
  cod: { fee: 2500, max: null },
  ...more,
});
const zones = [zone('Bengaluru', ['560']), zone('Kerala', ['Kerala'], { slabs: [{ from: 0, charge: 9000 }], cod: null })];

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
let stop: () => void;
beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  await replace(...zones);
  tab = await browser.openTab();
  await tab.refreshCharges();
  await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 2));
  stop = tab.watchQuote();
});
afterEach(() => {
  stop();
  return closeStockedShop(shop);
});

const replace = (...all: ZoneWithAreas[]) => shop.change((tx) => replaceZones(tx, all));
const shipping = () => expect.poll(() => [tab.$charges.get().byPincode, tab.$totals.get().shipping]);
const asked = () => browser.requests.filter((one) => one.endsWith('/delivery-quote')).length;
const orders = () => shop.store.db.selectFrom('orders').select(['shipping_amount', 'cod_fee', 'final_amount']).execute();

/** Goes to the review of the cart's order, and waits for the quote for its address. */
async function goToReview(place: object = {}, isQuoted = true): Promise<void> {
  tab.openCheckout();
  await signUpIn(tab, mobile);
  tab.choosePaymentOption('cod');
  tab.rememberForm({ ...address, ...place });
  tab.goToStep('review');
  if (isQuoted) await expect.poll(() => tab.$quote.get()?.pincode).toBe(tab.$checkout.get().form['pincode']);
  await readTotal();
}

/** Waits until a shopper can have read a total that rose. */
async function readTotal(): Promise<void> {
  const { isTotalUnconfirmed } = await import('#lib/state/checkout/unconfirmed-total.ts');
  await expect.poll(isTotalUnconfirmed, { timeout: 5000 }).toBe(false);
}

test('totals are without charges until the pincode is known, then follow pincode and cart', async () => {
  expect(tab.$charges.get()).toMatchObject({ byPincode: true, shipping: 9000 });
  expect(tab.$totals.get()).toMatchObject({ shipping: 0, codFee: 0, total: 99_800 });
  expect(asked()).toBe(0);
  await tab.checkDelivery('560001');
  await shipping().toEqual([undefined, 4000]);
  await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 1));
  await shipping().toEqual([undefined, 1000]);
  await tab.checkDelivery('682001');
  await shipping().toEqual([undefined, 9000]);
  expect(tab.$quote.get()?.quote).toMatchObject({ served: true, cod: false, by: expect.stringMatching(/^\d{4}-/) as string });
});

test('the order is charged what the page says, for the address and not for an earlier check', async () => {
  await tab.checkDelivery('682001');
  await goToReview();
  const { total } = tab.$totals.get();
  expect(await tab.placeOrder()).toBe('placed');
  expect(await orders()).toEqual([{ shipping_amount: 4000, cod_fee: 2500, final_amount: total }]);
});

test('a pincode that is not served is said before anything is sent', async () => {
  await goToReview({ pincode: '110001', state: 'Delhi' });
  expect(tab.$quote.get()).toEqual({ pincode: '110001', quote: { served: false } });
  expect(await tab.findUnservedPincode()).toContain('We do not deliver to 110001');
  expect(await tab.placeOrder()).toBe('refused');
  expect(tab.$checkout.get().checkoutError).toBe('We do not deliver to 110001. Please use another address, or contact us.');
  expect(browser.requests).not.toContain('POST /checkout');
});

test('charges that change after the quote refuse the order, which is placed at the new total', async () => {
  await goToReview();
  await replace(zone('Bengaluru', ['560'], { slabs: [{ from: 0, charge: 7000 }] }));
  expect(await tab.placeOrder()).toBe('refused');
  await shipping().toEqual([undefined, 7000]);
  expect(tab.$cart.get().cartItems).toHaveLength(1);
  expect(await tab.placeOrder()).toBe('refused');
  expect(tab.$checkout.get().checkoutError).toBe(failure.totalChanged);
  await readTotal();
  expect(await tab.placeOrder()).toBe('placed');
  expect(await orders()).toMatchObject([{ shipping_amount: 7000 }]);
});

test('a quote that cannot be had is asked again when the order is placed, and says why it cannot', async () => {
  const real = browser.network.answer;
  browser.network.answer = (request) =>
    request.url.endsWith('/delivery-quote') ? Promise.reject(new TypeError('Failed to fetch')) : real(request);
  await goToReview({}, false);
  expect(await tab.placeOrder()).toBe('refused');
  expect(tab.$checkout.get()).toMatchObject({ checkoutError: failure.deliveryQuote, checkoutLoading: false });
  browser.network.answer = real;
  expect(await tab.placeOrder()).toBe('refused');
  expect(tab.$checkout.get().checkoutError).toBe(failure.totalChanged);
  await readTotal();
  expect(await tab.placeOrder()).toBe('placed');
});

test('cash on delivery is not offered where the zone has none', async () => {
  const { $storeInfo } = await import('#lib/state/store/store-info.ts');
  $storeInfo.set({ ...$storeInfo.get(), storeinfo: { payment_methods: ['cod', 'prepaid'] } });
  await tab.checkDelivery('560001');
  await expect.poll(() => tab.$paymentOptions.get()).toContain('cod');
  await tab.checkDelivery('682001');
  await expect.poll(() => tab.$paymentOptions.get()).toEqual(['upi', 'card']);
});

test('a shop without zones asks for no quote', async () => {
  await replace();
  await tab.refreshCharges();
  await tab.checkDelivery('560001');
  await goToReview({}, false);
  expect(await tab.placeOrder()).toBe('placed');
  expect(asked()).toBe(0);
});
