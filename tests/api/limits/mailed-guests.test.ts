import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitNames } from '#api/services/limits/store-limit-defaults.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { payByRazorpay } from '#tests/support/providers/razorpay.ts';
import { addBuyers, forgetLimits, guestByMail, messagesTo, newMobile, openMailingShop } from '#tests/support/store/accounts.ts';
import { from, home, strangers } from '#tests/support/store/client-headers.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: { id: number };
beforeEach(async () => {
  shop = await openMailingShop({ payments: payByRazorpay() });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 46 });
});
afterEach(() => shop.close());

const newGuest = async (mobile = newMobile()) => {
  await forgetLimits(shop);
  return guestByMail(shop, { mobile, email: `m${newMobile()}@example.com` });
};

const order = async (token: string, ip: string, payment_method: 'cod' | 'prepaid', where: Partial<typeof address> = {}) => {
  await shop.call(addToCartCall, { token, body: { product_id: lamp.id, quantity: 1 } });
  const body = { address: { ...address, ...where }, payment_method, expected_total: '500.00' };
  return shop.call(checkoutCall, { token, headers: { ...from(ip), 'idempotency-key': crypto.randomUUID() }, body });
};

/** Restores the shop's own limits of checkouts, without budgets of messages. */
const limitCheckouts = () =>
  shop.change((tx) =>
    setLimits(tx, Object.fromEntries(limitNames.map((name) => [name, /^(sms|mail)_/.test(name) ? null : undefined]))),
  );

test('guests of mailed codes order on delivery within the limits of a number that no one has proven', async () => {
  await limitCheckouts();
  const mobile = newMobile();
  let placed = 0;
  for (const [i, ip] of strangers(9).entries()) {
    const outcome = await order(await newGuest(mobile), ip, 'cod', { phone_number: mobile, pincode: `56000${i}` });
    if (outcome.success) placed += 1;
    else expect(outcome).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
  }
  expect(placed).toBeGreaterThan(0);
  expect(placed).toBeLessThan(9);
  // The number's owner, who has an account here, is counted apart.
  const [owner = ''] = await addBuyers(shop, 1, 'email_verified_at', () => mobile);
  expect(await order(owner, home, 'cod', { phone_number: mobile })).toMatchObject({ success: true });
});

test('six of their orders on delivery an hour come from one network address', async () => {
  await limitCheckouts();
  const outcomes = [];
  const guests = [];
  for (let i = 0; i < 7; i++) guests.push(await newGuest());
  for (const [i, token] of guests.entries()) {
    const where = { phone_number: newMobile(), address: `${i} Mill Road`, pincode: `56000${i}` };
    outcomes.push((await order(token, home, 'cod', where)).success);
  }
  expect(outcomes).toEqual([true, true, true, true, true, true, false]);
});

test('together they hold a fifth of a product at most', async () => {
  await shop.change((tx) => setLimits(tx, { holds_per_day: 1000 }));
  let held = 0;
  for (const ip of strangers(12)) {
    const token = await newGuest();
    const outcome = await order(token, ip, 'prepaid');
    if (outcome.success) held += 1;
    else expect(outcome).toMatchObject({ httpStatus: 409, code: 'hold_limit' });
  }
  expect(held).toBe(9);
});

test('their order mails reach the mailbox that they have proven without the limit of unproven ones', async () => {
  const email = `m${newMobile()}@example.com`;
  const token = await guestByMail(shop, { mobile: newMobile(), email });
  await forgetLimits(shop);
  for (const ip of strangers(8)) expect(await order(token, ip, 'cod', { email })).toMatchObject({ success: true });
  expect((await messagesTo(shop, email)).filter(({ subject }) => subject !== 'otp')).toHaveLength(8);
});
