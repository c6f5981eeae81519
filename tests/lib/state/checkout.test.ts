import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { address, mobile } from './checkout-form.ts';
import { lineFor } from './products.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { enterCode, signUpIn, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  tab = await browser.openTab();
  await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 2));
  tab.openCheckout();
});
afterEach(() => closeStockedShop(shop));

const ordersPlaced = async () => (await shop.store.db.selectFrom('orders').select('id').execute()).length;

/** Loses the response to the next checkout. */
const loseAnswer = () => {
  const real = browser.network.answer;
  browser.network.answer = async (request) => {
    const answer = await real(request);
    if (!request.url.endsWith('/checkout')) return answer;
    browser.network.answer = real;
    throw new TypeError('Failed to fetch');
  };
};

const step = () => tab.resolveStep(tab.$checkout.get(), tab.$auth.get());

describe('the steps', () => {
  test('lead a new number from the code to the address, which asks for the details too', async () => {
    expect(step()).toBe('mobile');
    await tab.requestCheckoutOtp(mobile);
    expect(step()).toBe('code');
    const otp = /\d{6}/.exec(toasts(tab).join(' '))?.[0] ?? '';
    expect(await tab.submitCheckoutOtp('000000')).toMatchObject({ ok: false, fields: { otp: [failure.otpInvalid] } });
    await tab.submitCheckoutOtp(otp);
    expect(step()).toBe('address');
    tab.rememberForm(address);
    tab.goToStep('review');
    expect(step()).toBe('address');
    await tab.submitGuestDetails({ firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com' });
    expect(step()).toBe('review');
  });

  test.each([
    ['mails the code', { otp_request: 'r', mailed: true }, 'asha@example.com'],
    ['texts it after all', { otp_request: 'r' }, ''],
  ])('send the email address along, and say where the code went when the store %s', async (_, data, codeEmail) => {
    const real = browser.network.answer;
    const bodies: unknown[] = [];
    browser.network.answer = async (request) => {
      if (!/\/otp\//.test(request.url)) return real(request);
      bodies.push(await request.clone().json());
      return Response.json({ success: true, data: { ...data, token: 't', customer: guest } });
    };
    const guest = {
      firstname: '',
      lastname: '',
      email: 'asha@example.com',
      phone_number: mobile,
      alt_phone_number: '',
      guest: true,
    };
    await tab.requestCheckoutOtp(mobile, 'asha@example.com');
    expect(tab.$checkout.get()).toMatchObject({ step: 'code', codeEmail });
    tab = await browser.openTab();
    expect(tab.$checkout.get()).toMatchObject({ step: 'code', codeEmail });
    await tab.submitCheckoutOtp('123456');
    expect(bodies).toEqual([
      { mobile, email: 'asha@example.com', user_token: 'storefront' },
      { mobile, otp: '123456', user_token: 'storefront', otp_request: 'r' },
    ]);
    expect(step()).toBe('address');
    expect(tab.$auth.get().user?.customer.guest).toBe(true);
  });

  test('learn that codes go by mail when the store asks for the address', async () => {
    const real = browser.network.answer;
    browser.network.answer = async (request) => {
      if (request.url.endsWith('/otp/send'))
        return Response.json(
          { success: false, message: 'Check', errors: { email: [fieldErrors.emailRequired] } },
          { status: 422 },
        );
      const reply = await real(request);
      if (!request.url.endsWith('/store-info')) return reply;
      const { storeinfo } = (await reply.json()) as { storeinfo: object };
      return Response.json({ success: true, storeinfo: { ...storeinfo, codes_by_mail: true } });
    };
    expect(await tab.requestCheckoutOtp(mobile)).toMatchObject({ ok: false });
    const { $storeInfo } = await import('#lib/state/store/store-info.ts');
    expect($storeInfo.get().storeinfo?.codes_by_mail).toBe(true);
  });

  test('keep what is typed; a code for another number no longer counts', async () => {
    await tab.requestCheckoutOtp(mobile);
    tab.rememberContact({ email: 'asha@example.com' });
    expect(tab.$checkout.get()).toMatchObject({ mobile, form: { email: 'asha@example.com' } });
    expect(step()).toBe('code');
    tab.rememberContact({ mobile: '9000000009' });
    expect(step()).toBe('mobile');
  });

  test('lead a known number straight to the address', async () => {
    await signUpIn(tab, mobile);
    tab.clearSession();
    tab.goToStep('mobile');
    await enterCode(tab, mobile);
    expect(step()).toBe('address');
  });

  test('are restored after a reload, with all input', async () => {
    await signUpIn(tab, mobile);
    tab.rememberForm(address);
    tab.goToStep('review');
    tab = await browser.openTab();
    expect(step()).toBe('review');
    expect(tab.$checkout.get().form).toEqual(address);
  });

  test('ask for the number again when the session has expired', async () => {
    await signUpIn(tab, mobile);
    tab.goToStep('review');
    tab.clearSession();
    expect(step()).toBe('mobile');
  });
});

describe('placing the order', () => {
  beforeEach(async () => {
    await signUpIn(tab, mobile);
    tab.rememberForm(address);
    tab.goToStep('review');
  });

  test('clears the cart and stores the order number', async () => {
    expect(await tab.placeOrder()).toBe('placed');
    expect(tab.$cart.get().cartItems).toEqual([]);
    expect(tab.$checkout.get()).toMatchObject({ success: true, attempt: null, idempotencyKey: '' });
    await tab.fetchOrders();
    const { orders } = tab.$orders.get();
    expect(orders?.map((order) => order.order_id)).toEqual(tab.$checkout.get().order_id);
  });

  test('makes one order when the response is lost and the shopper retries', async () => {
    const key = tab.$checkout.get().idempotencyKey;
    loseAnswer();
    expect(await tab.placeOrder()).toBe('unknown');
    expect(tab.$checkout.get()).toMatchObject({ checkoutError: failure.checkoutWrong, idempotencyKey: key });
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    expect(await tab.placeOrder()).toBe('placed');
    expect(await ordersPlaced()).toBe(1);
  });

  test.each([
    ['', failure.checkout],
    ['{"success":true}', failure.placeOrder],
    ['{"success":true,"data":{"order_id":[]}}', failure.placeOrder],
  ])(
    'takes the reply %j, which names no order, for none: nothing is cleared, and a retry places it once',
    async (body, error) => {
      const real = browser.network.answer;
      browser.network.answer = async (request) => {
        if (!request.url.endsWith('/checkout')) return real(request);
        browser.network.answer = real;
        return new Response(body);
      };
      expect(await tab.placeOrder()).toBe('unknown');
      expect(tab.$checkout.get()).toMatchObject({ success: false, checkoutError: error });
      expect(tab.$cart.get().cartItems).toHaveLength(1);
      expect(await tab.placeOrder()).toBe('placed');
      expect(await ordersPlaced()).toBe(1);
    },
  );

  test('sends the note of the form, which outlives a lost response, and begins the next order without one', async () => {
    tab.rememberForm({ note: '  Ring\u200b twice ' });
    loseAnswer();
    await tab.placeOrder();
    tab = await browser.openTab();
    expect(await tab.placeOrder()).toBe('placed');
    await tab.fetchOrders();
    expect(tab.$orders.get().orders?.map(({ note }) => note)).toEqual(['Ring twice']);
    expect(tab.$checkout.get().form).toEqual({});
  });

  test('makes one order when the response is lost, the page is reloaded and the address is changed', async () => {
    loseAnswer();
    await tab.placeOrder();
    tab = await browser.openTab();
    tab.rememberForm({ city: 'Mysuru' });
    expect(await tab.placeOrder()).toBe('placed');
    expect(await ordersPlaced()).toBe(1);
  });

  test('does not send an attempt again whose key is gone, because another tab has ended the checkout', async () => {
    loseAnswer();
    await tab.placeOrder();
    tab.updateCheckout({ idempotencyKey: '' });
    tab.openCheckout();
    expect(tab.$checkout.get().attempt).toBe(null);
    expect(tab.$checkout.get().idempotencyKey).not.toBe('');
  });

  test('twice at once sends one request', async () => {
    expect(await Promise.all([tab.placeOrder(), tab.placeOrder()])).toEqual(['placed', 'unknown']);
    expect(browser.requests.filter((request) => request === 'POST /checkout')).toHaveLength(1);
  });

  test('is refused when prices have changed; the new cart is shown and the retry is a new checkout', async () => {
    const key = tab.$checkout.get().idempotencyKey;
    await shop.change((tx) => tx.updateTable('variant').set({ price: 39900 }).where('product_variation', '=', 'M').execute());
    expect(await tab.placeOrder()).toBe('refused');
    expect(tab.$checkout.get().checkoutError).toBe(failure.pricesChanged);
    expect(tab.$checkout.get().idempotencyKey).not.toBe(key);
    expect(tab.$cartPaise.get()).toBe(79800);
    expect(await tab.placeOrder()).toBe('placed');
  });

  test('names sold-out products, and keeps the input', async () => {
    await shop.change((tx) => tx.updateTable('variant').set({ stock: 0 }).where('product_variation', '=', 'M').execute());
    expect(await tab.placeOrder()).toBe('refused');
    expect(tab.$checkout.get().checkoutError).toContain('Plain T-Shirt');
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    expect(await ordersPlaced()).toBe(0);
  });

  test('goes back to the address when it is incomplete', async () => {
    tab.rememberForm({ pincode: '12' });
    expect(await tab.placeOrder()).toBe('refused');
    expect(step()).toBe('address');
  });

  test('survives an expired session: the same checkout is sent after signing in again', async () => {
    const key = tab.$checkout.get().idempotencyKey;
    await shop.change((tx) => tx.deleteFrom('session').execute());
    expect(await tab.placeOrder()).toBe('unknown');
    expect(tab.$auth.get().isAuthenticated).toBe(false);
    expect(tab.$cart.get().cartItems).toHaveLength(1);
    await enterCode(tab, mobile);
    expect(tab.$checkout.get().idempotencyKey).toBe(key);
    expect(await tab.placeOrder()).toBe('placed');
  });

  test('is not sent for another customer who signs in after the session has expired', async () => {
    await shop.change((tx) => tx.deleteFrom('session').execute());
    expect(await tab.placeOrder()).toBe('unknown');
    await signUpIn(tab, '9876543211');
    expect(tab.$checkout.get()).toMatchObject({ attempt: null, form: {} });
    expect(step()).toBe('address');
    expect(await tab.placeOrder()).toBe('refused');
    expect(await ordersPlaced()).toBe(0);
  });

  test('keeps its input when the customer changes the number of the account', async () => {
    tab.mergeCustomer({ phone_number: '9876543211' });
    expect(tab.$checkout.get()).toMatchObject({ form: address, customer: '9876543211' });
  });
});
