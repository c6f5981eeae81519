import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addCoupon, endCoupon, type NewCoupon } from '#api/services/coupons/edit-coupons.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { cutOff } from '#tests/support/cut-off.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { address, mobile } from './checkout-form.ts';
import { lineFor, stockShop } from './products.ts';
import { closeBrowser, openBrowser, signUpIn, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
let stop: () => void;

const coupon = (code: string, more: Partial<NewCoupon> = {}) => shop.change((tx) => addCoupon(tx, percentCoupon(code, more)));
const end = (code: string) => shop.change((tx) => endCoupon(tx, code));

/** Opens a tab that shows totals. */
async function openTab(): Promise<void> {
  tab = await browser.openTab();
  stop = tab.watchCoupon();
}

const state = () => {
  const { discount, discountError, discountNotice, couponCode } = tab.$checkout.get();
  return { code: discount?.coupon_code, saving: discount?.discount_amount, discountError, discountNotice, couponCode };
};
const total = () => tab.$totals.get().total;
const checks = () => browser.requests.filter((request) => request === 'POST /apply-coupon').length;
const tee = () => lineKey(tab.$cart.get().cartItems[0] as never);

beforeEach(async () => {
  shop = await openShop();
  await stockShop(shop);
  await coupon('TEN');
  browser = openBrowser(shop);
  await openTab();
  await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 2));
  tab.openCheckout();
});
afterEach(async () => {
  stop();
  closeBrowser();
  await shop.close();
});

describe('a customer', () => {
  beforeEach(() => signUpIn(tab, mobile));

  test('applies a coupon, which is saved and part of the total, and removes it', async () => {
    expect(total()).toBe(99_800);
    expect(await tab.applyCoupon(' ten ')).toEqual({ ok: true });
    expect(toasts(tab)).toEqual([success.couponApplied]);
    expect(state()).toMatchObject({ code: 'TEN', saving: '99.80', discountError: null });
    expect(tab.$checkout.get().discountLoading).toBe(false);
    expect(total()).toBe(89_820);
    stop();
    await openTab();
    expect(total()).toBe(89_820);
    tab.removeCoupon();
    expect(total()).toBe(99_800);
    expect(browser.saved()['checkout']).toMatchObject({ discount: null });
  });

  test('is told at the field why a coupon is rejected, with the server’s message', async () => {
    await coupon('BIG', { minimum: 500_000 });
    const message = 'This coupon needs a cart of at least ₹5,000.00';
    expect(await tab.applyCoupon('BIG')).toMatchObject({ ok: false, fields: { coupon_code: [message] } });
    expect(toasts(tab)).toEqual([message]);
    expect(state()).toMatchObject({ code: undefined, discountError: message });
    expect(await tab.applyCoupon('NOPE')).toMatchObject({ fields: { coupon_code: ['Invalid Code'] } });
  });

  test('reads “Invalid Code” at the field when the server sends no message, and the default as a toast', async () => {
    browser.network.answer = async () => Response.json({ success: false }, { status: 422 });
    expect(await tab.applyCoupon('TEN')).toMatchObject({ fields: { coupon_code: ['Invalid Code'] } });
    expect(toasts(tab)).toEqual([failure.discount]);
  });

  test('is not told that the code is wrong when the store fails', async () => {
    browser.network.answer = async () => Response.json({ success: false }, { status: 500 });
    const result = await tab.applyCoupon('TEN');
    expect(result).toMatchObject({ ok: false, message: failure.discount });
    expect(result.fields).toBeUndefined();
  });

  test('sees the discount follow the cart at once, and the server checks it once for quick changes', async () => {
    await tab.applyCoupon('TEN');
    await vi.waitFor(() => expect(checks()).toBe(2));
    const before = checks();
    await Promise.all([tab.increaseQuantity(tee()), tab.increaseQuantity(tee())]);
    expect(state().saving).toBe('199.60');
    expect(total()).toBe(179_640);
    await vi.waitFor(() => expect(checks()).toBe(before + 1));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(checks()).toBe(before + 1);
    expect(state().saving).toBe('199.60');
  });

  test('is told when a coupon no longer applies to the changed cart', async () => {
    await coupon('PAIR', { minimum: 90_000 });
    await tab.applyCoupon('PAIR');
    await tab.decreaseQuantity(tee());
    await expect
      .poll(() => state().discountNotice)
      .toBe('Coupon PAIR was removed. This coupon needs a cart of at least ₹900.00.');
    expect(total()).toBe(49_900);
    tab.closeCouponNotice();
    expect(state().discountNotice).toBeNull();
  });

  test('is told on the next page that a coupon has expired', async () => {
    await tab.applyCoupon('TEN');
    await end('TEN');
    stop();
    await openTab();
    await expect.poll(() => state().discountNotice).toBe('Coupon TEN was removed. This coupon has expired.');
    expect(state().code).toBeUndefined();
  });

  test.for([
    ['a rate limit', () => Response.json({ success: false }, { status: 429 })],
    ['a reply that is cut off', () => cutOff('{"success":')],
  ] as const)('keeps a coupon that could not be checked because of %s', async ([, answer]) => {
    await tab.applyCoupon('TEN');
    browser.network.answer = async () => answer();
    stop();
    await openTab();
    const before = checks();
    await vi.waitFor(() => expect(checks()).toBe(before + 1));
    expect(state()).toMatchObject({ code: 'TEN', discountNotice: null });
  });

  test('orders with the coupon and the total on the page', async () => {
    await tab.applyCoupon('TEN');
    tab.rememberForm(address);
    expect(await tab.placeOrder()).toBe('placed');
    const [order] = await shop.store.db.selectFrom('orders').selectAll().execute();
    expect(order).toMatchObject({ price: 99_800, discount_amount: 9980, final_amount: 89_820 });
    expect(state()).toMatchObject({ code: undefined, couponCode: '', discountNotice: null });
  });

  test('whose coupon expires while checking out orders nothing, reads why, and then orders without it', async () => {
    await tab.applyCoupon('TEN');
    tab.rememberForm(address);
    await end('TEN');
    expect(await tab.placeOrder()).toBe('refused');
    expect(tab.$checkout.get().checkoutError).toBe('This coupon has expired');
    await expect.poll(() => state().discountNotice).toBe('Coupon TEN was removed. This coupon has expired.');
    expect(await shop.store.db.selectFrom('orders').select('id').execute()).toEqual([]);
    expect(total()).toBe(99_800);
    expect(await tab.placeOrder()).toBe('refused');
    expect(tab.$checkout.get().checkoutError).toBe(failure.totalChanged);
    expect(await shop.store.db.selectFrom('orders').select('id').execute()).toEqual([]);
    await expect.poll(() => tab.placeOrder()).toBe('placed');
    expect(await shop.store.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
  });

  test.for([
    ['was lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['was cut off', async (reply: Response) => cutOff((await reply.text()).slice(0, 20))],
    ['was replaced by a page of a proxy', async () => new Response('<h1>Welcome</h1>')],
  ] as const)(
    'who retries an order whose reply %s sends the same body, and the used coupon is not called invalid',
    async ([, answer]) => {
      await coupon('ONCE', { max_uses_each: 1 });
      await tab.applyCoupon('ONCE');
      tab.rememberForm(address);
      const real = browser.network.answer;
      browser.network.answer = async (request) => {
        return answer(await real(request));
      };
      expect(await tab.placeOrder()).toBe('unknown');
      browser.network.answer = real;
      stop();
      await openTab();
      const before = checks();
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(checks()).toBe(before);
      expect(state()).toMatchObject({ code: 'ONCE', discountNotice: null });
      expect(await tab.placeOrder()).toBe('placed');
      expect(await shop.store.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    },
  );

  test('who signs out loses the coupon, and keeps its code when the session expires', async () => {
    await tab.applyCoupon('TEN');
    tab.clearSession();
    expect(state()).toMatchObject({ code: undefined, couponCode: 'TEN' });
    expect(total()).toBe(99_800);
    await signUpIn(tab, '9876543211');
    await expect.poll(() => state().code).toBe('TEN');
    await tab.signOut();
    expect(state()).toMatchObject({ code: undefined, couponCode: '', discountNotice: null });
  });

  test('sees the coupon and its removal in every tab', async () => {
    const first = tab;
    const stopFirst = stop;
    await openTab();
    await first.applyCoupon('TEN');
    await expect.poll(() => state().code).toBe('TEN');
    tab.removeCoupon();
    await expect.poll(() => first.$checkout.get().discount).toBeNull();
    stopFirst();
  });

  test('who removes a coupon while another tab checks it has none in any tab, nor on the next page', async () => {
    const first = tab;
    await first.applyCoupon('TEN');
    stop();
    const answer = browser.network.answer;
    const held = Promise.withResolvers<void>();
    browser.network.answer = async (request) => {
      if (request.url.endsWith('/apply-coupon')) await held.promise;
      return answer(request);
    };
    await openTab();
    const before = checks();
    await expect.poll(checks).toBe(before + 1);
    browser.channel.delay = 100;
    await first.increaseQuantity(tee());
    first.removeCoupon();
    held.resolve();
    // The second tab hears of the larger cart and of the removal after its check.
    await expect.poll(() => state().saving).not.toBe('100.00');
    await expect.poll(() => state().code).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 3 * browser.channel.delay));
    expect([first.$checkout.get().discount, tab.$checkout.get().discount]).toEqual([null, null]);
    expect(browser.saved()).toMatchObject({ checkout: { discount: null } });
  });

  test('who closes the tab that is checking a coupon leaves no other tab waiting', async () => {
    const first = tab;
    const stopFirst = stop;
    await openTab();
    first.updateCheckout({ discountLoading: true, discountError: 'no', couponCode: 'TEN' });
    await expect.poll(() => state().couponCode).toBe('TEN');
    expect(tab.$checkout.get()).toMatchObject({ discountLoading: false, discountError: null });
    stopFirst();
  });
});

describe('a guest', () => {
  test('keeps the code, which is applied by itself after the sign-in', async () => {
    toasts(tab);
    expect(await tab.applyCoupon('TEN')).toEqual({ ok: true });
    expect(checks()).toBe(1);
    expect(toasts(tab)).toEqual([]);
    stop();
    await openTab();
    expect(state()).toMatchObject({ code: undefined, couponCode: 'TEN' });
    await signUpIn(tab, mobile);
    await expect.poll(() => state().code).toBe('TEN');
    expect(state().couponCode).toBe('');
    expect(total()).toBe(89_820);
  });

  test.for([
    ['NOPE', 'Invalid Code'],
    ['BIG', 'This coupon needs a cart of at least ₹5,000.00'],
    ['PAST', 'This coupon has expired'],
  ] as const)('is told at once, at the field and by a toast, that %s cannot be used: %s', async ([code, message]) => {
    await coupon('BIG', { minimum: 500_000 });
    await coupon('PAST');
    await end('PAST');
    toasts(tab);
    expect(await tab.applyCoupon(code)).toMatchObject({ ok: false, fields: { coupon_code: [message] } });
    expect(toasts(tab)).toEqual([message]);
  });

  test.for([
    ['wants a session', () => Response.json({ success: false, message: 'Unauthenticated' }, { status: 401 })],
    ['has no such call for guests', () => new Response('<h1>Not found</h1>', { status: 404 })],
    ['fails', () => Response.json({ success: false }, { status: 500 })],
    ['has had too many guesses', () => Response.json({ success: false }, { status: 429 })],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const)('whose store %s is asked again after the code', async ([, answer]) => {
    toasts(tab);
    const real = browser.network.answer;
    browser.network.answer = async () => answer();
    expect(await tab.applyCoupon('TEN')).toEqual({ ok: true });
    expect(toasts(tab)).toEqual([]);
    browser.network.answer = real;
    await signUpIn(tab, mobile);
    await expect.poll(() => state().code).toBe('TEN');
  });

  test('is told after the sign-in that the code is not valid', async () => {
    tab.rememberCouponCode('NOPE');
    await signUpIn(tab, mobile);
    await expect.poll(() => state().discountNotice).toBe('Coupon NOPE was not applied. Invalid Code.');
    expect(state().couponCode).toBe('');
  });
});

test('a coupon that another tab applied before it heard of the sign-out gives a guest no discount, and its code is kept', async () => {
  const discount = { coupon_code: 'TEN', type: 'percent', value: '10', discount_amount: '99.80' };
  const otherTab = new BroadcastChannel('haat-state');
  otherTab.postMessage({ v: 1, checkout: { discount } });
  await expect.poll(() => state().couponCode).toBe('TEN');
  otherTab.close();
  expect(state().code).toBeUndefined();
  expect(total()).toBe(99_800);
});

describe('the store’s charges', () => {
  const charge = () =>
    shop.change((tx) =>
      saveSettings(tx, { ...defaultSettings, shipping: { charge: '49.00', free_from: '2000.00', cod_fee: '30.00' } }),
    );

  test('are part of the total and of the order', async () => {
    await charge();
    await tab.refreshCharges();
    const { $paymentOption, choosePaymentOption } = await import('#lib/state/checkout/payment-option.ts');
    // The option that will be preselected, before the shopper sees the choice.
    expect([$paymentOption.get(), total()]).toEqual(['upi', 104_700]);
    choosePaymentOption('cod');
    expect(tab.$totals.get()).toEqual({
      items: 99_800,
      discount: 0,
      prepaidDiscount: 0,
      shipping: 4900,
      codFee: 3000,
      total: 107_700,
    });
    await signUpIn(tab, mobile);
    tab.rememberForm(address);
    expect(await tab.placeOrder()).toBe('placed');
    expect(total()).toBe(0);
  });

  test('that arrive unchanged after a line was added do not count as a rise of the total', async () => {
    const { changeTotal, isTotalUnconfirmed } = await import('#lib/state/checkout/unconfirmed-total.ts');
    const loading = tab.refreshCharges(changeTotal);
    await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 1));
    expect(total()).toBe(149_700);
    await loading;
    expect(isTotalUnconfirmed()).toBe(false);
    await charge();
    await tab.refreshCharges(changeTotal);
    expect([total(), isTotalUnconfirmed()]).toEqual([154_600, true]);
  });

  test('that have changed since the page came are refused, and shown before the next try', async () => {
    const { choosePaymentOption } = await import('#lib/state/checkout/payment-option.ts');
    choosePaymentOption('cod');
    await signUpIn(tab, mobile);
    tab.rememberForm(address);
    await charge();
    expect(await tab.placeOrder()).toBe('refused');
    expect(tab.$checkout.get().checkoutError).toBe(failure.pricesChanged);
    await expect.poll(total).toBe(107_700);
    expect(await tab.placeOrder()).toBe('refused');
    await expect.poll(() => tab.placeOrder()).toBe('placed');
  });
});
