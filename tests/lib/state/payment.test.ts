import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { opensOwnPage } from '#islands/payment/in-app-browser.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { lineFor, stockShop } from '#tests/lib/state/products.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { closeBrowser, openBrowser, signUpIn, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
let mobile = 9_720_000_000;
beforeAll(async () => {
  shop = await openShop();
  await stockShop(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  browser = openBrowser(shop);
  tab = await browser.openTab();
});
afterEach(() => closeBrowser());

const loadOptions = () => import('#lib/state/checkout/payment-option.ts');
const loadPayment = () => import('#lib/state/payment/payment.ts');

/** Sets the payment methods of the store info; undefined for a store that tells none. */
async function offer(payment_methods: PaymentMethod[] | undefined): Promise<void> {
  const { $storeInfo } = await import('#lib/state/store/store-info.ts');
  $storeInfo.setKey('storeinfo', { store_name: 'Shop', ...(payment_methods && { payment_methods }) });
}

describe('the payment options', () => {
  test.each([
    [
      ['cod', 'prepaid'],
      ['upi', 'card', 'cod'],
    ],
    [['prepaid'], ['upi', 'card']],
    [['cod'], ['cod']],
    [undefined, ['cod']],
  ] as [PaymentMethod[] | undefined, string[]][])('of %j are %j', async (methods, options) => {
    const { $paymentOptions } = await loadOptions();
    await offer(methods);
    expect($paymentOptions.get()).toEqual(options);
  });

  test('start with the first offered, and the choice stays while the store offers it', async () => {
    const { $paymentOption, applyPaymentOption, choosePaymentOption } = await loadOptions();
    await offer(['cod', 'prepaid']);
    expect($paymentOption.get()).toBe('upi');
    applyPaymentOption();
    expect(tab.$checkout.get().payment_method).toBe('prepaid');
    choosePaymentOption('cod');
    expect([$paymentOption.get(), tab.$checkout.get().payment_method]).toEqual(['cod', 'cod']);
    expect(browser.saved()['checkout']).toMatchObject({ payment_option: 'cod' });
    choosePaymentOption('card');
    await offer(['cod']);
    expect($paymentOption.get()).toBe('cod');
  });
});

describe('a prepaid checkout', () => {
  /** Places a prepaid order of a T-shirt; returns the payment's id. */
  async function hold(): Promise<string> {
    mobile += 1;
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 1));
    await signUpIn(tab, String(mobile));
    await offer(['cod', 'prepaid']);
    const { choosePaymentOption } = await loadOptions();
    choosePaymentOption('upi');
    tab.openCheckout();
    tab.rememberForm(address);
    expect(await tab.placeOrder()).toBe('held');
    toasts(tab);
    return tab.$checkout.get().payment_id;
  }

  test('keeps the cart and the form until it is paid, and leads to the payment', async () => {
    const id = await hold();
    expect(tab.afterCheckout(tab.$checkout.get())).toBe(`/payment?id=${id}`);
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    expect(tab.$checkout.get()).toMatchObject({ success: true, attempt: null, form: { city: address.city } });
  });

  test('is over once it is paid: the cart is the store’s, and the thanks have its orders', async () => {
    const id = await hold();
    const { order_id } = tab.$checkout.get();
    const { confirmPayment, $payment, pageOf } = await loadPayment();
    expect(await confirmPayment(id, { outcome: 'paid' })).toMatchObject({ ok: true });
    await expect.poll(() => tab.$cart.get().cartItems).toEqual([]);
    expect(tab.$checkout.get()).toMatchObject({ payment_id: '', order_id, message: 'Order placed successfully', form: {} });
    const { payment } = $payment.get();
    expect(payment && pageOf(payment)).toBe(`/order-success?id=${id}`);
  });

  test('that fails keeps the cart and leads to the failure, and delivery still places it', async () => {
    const id = await hold();
    const { confirmPayment, payOnDelivery, $payment, pageOf } = await loadPayment();
    await confirmPayment(id, { outcome: 'failed' });
    const { payment } = $payment.get();
    expect(payment && pageOf(payment)).toBe(`/order-failure?id=${id}`);
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    expect(await payOnDelivery(id)).toMatchObject({ ok: true });
    await expect.poll(() => tab.$cart.get().cartItems).toEqual([]);
  });

  test('changes to delivery only at the fee on the page, which follows the store after a refusal', async () => {
    const id = await hold();
    const { payOnDelivery } = await loadPayment();
    const fee = (cod_fee: string) =>
      shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping: { charge: '0.00', cod_fee } }));
    await fee('25.00');
    expect(await payOnDelivery(id)).toMatchObject({ ok: false, code: 'total_changed' });
    expect(toasts(tab)).toEqual([
      'The cash on delivery fee is now ₹25.00. Please look at the new total and press the button again.',
    ]);
    expect(tab.$charges.get().codFee).toBe(2500);
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    expect(await payOnDelivery(id)).toMatchObject({ ok: true });
    await shop.change((tx) => saveSettings(tx, defaultSettings));
  });

  test('that is unknown to the store is missing, and nothing is shown twice', async () => {
    await hold();
    const { fetchPayment, payOnDelivery, $payment } = await loadPayment();
    await fetchPayment('unknown');
    expect($payment.get()).toMatchObject({ isMissing: true, payment: null });
    await payOnDelivery('unknown');
    expect(toasts(tab)).toEqual(['This payment could not be found']);
  });
});

test.each([
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 330.0', true],
  ['Mozilla/5.0 (Linux; Android 14; Pixel; wv) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/460.0]', true],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1', false],
])('%s opens payments on the provider’s own page: %s', (userAgent, own) => {
  expect(opensOwnPage(userAgent)).toBe(own);
});
