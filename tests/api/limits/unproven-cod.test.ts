import { afterEach, describe, expect, test } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { limitNames } from '#api/services/limits/store-limit-defaults.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { updateSettings } from '#api/services/store/settings.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { addBuyers, messagesTo, newMobile, provingShops } from '#tests/support/store/accounts.ts';
import { from, home, strangers } from '#tests/support/store/client-headers.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
afterEach(() => shop.close());

/** Opens a shop with the default limits of checkouts, but no message budgets; returns its lamp. */
async function openLimited(open: () => Promise<TestShop>) {
  shop = await open();
  const defaults = Object.fromEntries(limitNames.map((name) => [name, /^(sms|mail)_/.test(name) ? null : undefined]));
  await shop.change((tx) => setLimits(tx, defaults));
  return shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 5000 });
}

/** Orders one lamp on delivery. */
async function order(
  lamp: { id: number },
  token: string,
  ip: string,
  where: Partial<typeof address> = {},
  key = crypto.randomUUID(),
) {
  await shop.call(addToCartCall, { token, body: { product_id: lamp.id, quantity: 1 } });
  const body = { address: { ...address, ...where }, payment_method: 'cod', expected_total: '500.00' } as const;
  return shop.call(checkoutCall, { token, headers: { ...from(ip), 'idempotency-key': key }, body });
}

const orders = 250;

describe.each(provingShops)('in a shop %s', (_, proven, open) => {
  test.each([1, 250])('unproven buyers of %i networks take cash on delivery from none who are proven', async (networks) => {
    const lamp = await openLimited(open);
    const phone = '9123456780';
    const addresses = strangers(networks);
    const attackers = await addBuyers(shop, 50);
    let placed = 0;
    for (let i = 0; i < orders; i++) {
      const ip = addresses[i % networks] ?? '';
      if ((await order(lamp, attackers[i % 50] ?? '', ip, { phone_number: phone })).success) placed += 1;
    }
    // The limit of one phone number and of one address of the client.
    expect(placed).toBe(6);
    const [victim = ''] = await addBuyers(shop, 1, proven, () => phone);
    expect(await order(lamp, victim, home, { phone_number: phone })).toMatchObject({ success: true });
    const [giver = ''] = await addBuyers(shop, 1, proven);
    expect(await order(lamp, giver, home, { phone_number: phone })).toMatchObject({ success: true });
    const [stranger = ''] = await addBuyers(shop, 1);
    expect(await order(lamp, stranger, home, { phone_number: phone })).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
  });

  test('unproven buyers of one pincode share its limit among themselves only', async () => {
    const lamp = await openLimited(open);
    await shop.change((tx) => setLimits(tx, { cod_per_hour_per_pincode: 5, cod_per_hour_per_address: null }));
    const addresses = strangers(8);
    const outcomes = [];
    for (const [i, token] of (await addBuyers(shop, 8)).entries())
      outcomes.push(await order(lamp, token, addresses[i] ?? '', { phone_number: String(9_200_000_000 + i) }));
    expect(outcomes.map(({ success }) => success)).toEqual([...Array(5).fill(true), ...Array(3).fill(false)]);
    for (const token of await addBuyers(shop, 5, proven)) expect(await order(lamp, token, home)).toMatchObject({ success: true });
  });

  test('unproven buyers of one address and of one network have a limit, in which a repeated checkout counts once', async () => {
    const lamp = await openLimited(open);
    const off = {
      cod_per_hour_per_address: null,
      cod_per_hour_per_pincode: null,
      cod_per_day_per_address: null,
      cod_per_day_per_pincode: null,
    };
    await shop.change((tx) => setLimits(tx, off));
    const place = (token: string, ip: string, key?: ReturnType<typeof crypto.randomUUID>) =>
      order(lamp, token, ip, { phone_number: newMobile() }, key);
    const tokens = await addBuyers(shop, 140);
    const key = crypto.randomUUID();
    const where = { phone_number: '9300000001' };
    for (let i = 0; i < 4; i++)
      expect(await order(lamp, tokens[0] ?? '', '198.51.100.1', where, key)).toMatchObject({ success: true });
    for (let i = 1; i < 6; i++) expect(await place(tokens[i] ?? '', '198.51.100.1')).toMatchObject({ success: true });
    expect(await place(tokens[6] ?? '', '198.51.100.1')).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
    let placed = 0;
    for (let i = 6; i < 140; i++) if ((await place(tokens[i] ?? '', `198.51.100.${i}`)).success) placed += 1;
    expect(placed).toBe(114);
    const [known = ''] = await addBuyers(shop, 1, proven);
    expect(await order(lamp, known, '198.51.100.1')).toMatchObject({ success: true });
  });
});

test('the owner is told once a day that a hostel has reached its limit, and how to raise it', async () => {
  const lamp = await openLimited(provingShops[0][2]);
  await shop.change((tx) => updateSettings(tx, (own) => ({ ...own, legal: { support_email: 'owner@shop.example' } })));
  await shop.change((tx) => setLimits(tx, { cod_per_hour_per_address: 3 }));
  const unproven = await addBuyers(shop, 4);
  for (const [i, token] of unproven.entries()) await order(lamp, token, home, { phone_number: String(9_400_000_000 + i) });
  const told = async () => (await messagesTo(shop, 'owner@shop.example')).filter(({ subject }) => subject.includes('Limit'));
  expect(await told()).toEqual([]);
  for (const token of await addBuyers(shop, 6, 'phone_verified_at')) await order(lamp, token, home);
  const mails = await told();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain('store limits set cod_per_hour_per_address=6');
  const events = await listAudit(shop.store.db, { limit: 5, action: 'cod-limit' });
  expect(events).toMatchObject([{ subject: 'cod_per_hour_per_address', detail: '{"max":3}' }]);
});
