import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { updateSettings } from '#api/services/store/settings.ts';
import { adminPayLinkCall, adminPhoneOrderCall, adminPhoneProductsCall } from '#lib/contract/admin/phone-orders.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { openPayLinkCall } from '#lib/contract/payments.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { createAnsweringProvider } from '#tests/support/providers/answering-provider.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let owner: string;
let lamp: AddedProduct;
let next = 9_497_000_000;

beforeAll(async () => {
  shop = await openShop({ payments: createAnsweringProvider() });
  owner = await staffToken(shop, 'owner');
  lamp = await shop.add({ name: 'Brass 100% Lamp', category: 'Home', price: 50_000, stock: 100 });
  await shop.change((tx) => updateSettings(tx, (settings) => ({ ...settings, shipping: { charge: '40.00', cod_fee: '30.00' } })));
});
afterAll(() => shop.close());

type Wish = Partial<BodyOf<typeof adminPhoneOrderCall>>;

const order = (phone_number: string, more: Wish = {}) =>
  shop.call(adminPhoneOrderCall, {
    token: owner,
    body: {
      form_id: crypto.randomUUID(),
      items: [{ variant_id: lamp.variants[''] ?? 0, quantity: 2 }],
      address: {
        firstname: 'Ravi',
        lastname: 'Das',
        phone_number,
        address: '12 MG Road',
        pincode: '560001',
        city: 'Bengaluru',
        state: 'Karnataka',
      },
      payment: 'cod',
      ...more,
    },
  });

const rowsOf = (phone: string) =>
  shop.store.db
    .selectFrom('orders')
    .innerJoin('customer', 'customer.id', 'orders.customer_id')
    .select(['order_number', 'final_amount', 'orders.customer_id', 'phone_verified_at', 'payment_method'])
    .where('orders.address', 'like', `%${phone}%`)
    .execute();

describe('an order by phone', () => {
  test('is placed by the rules of a checkout, takes the stock, and is placed once', async () => {
    const phone = String(next++);
    const before = (await stockOf(shop, lamp.variants[''])).variant;
    const form_id = crypto.randomUUID();
    const replies = await Promise.all(Array.from({ length: 5 }, () => order(phone, { form_id })));
    for (const reply of replies) expect(reply).toMatchObject({ success: true, data: { orders: [{ total: '1070.00' }] } });
    expect(await rowsOf(phone)).toMatchObject([{ final_amount: 107_000, phone_verified_at: null, payment_method: 'cod' }]);
    expect((await stockOf(shop, lamp.variants[''])).variant).toBe(before - 2);
    await order(phone);
    const rows = await rowsOf(phone);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ customer_id }) => customer_id)).size).toBe(1);
  });

  test('is not taken for another one in a form that a browser has kept', async () => {
    const [first, second] = [String(next++), String(next++)];
    const form_id = crypto.randomUUID();
    await order(first, { form_id });
    const [placed] = await rowsOf(first);
    const kept = { httpStatus: 409, message: `This form has placed ${placed?.order_number}. Open New order for another one.` };
    expect(await order(second, { form_id })).toMatchObject(kept);
    expect(await order(first, { form_id, items: [{ variant_id: lamp.variants[''] ?? 0, quantity: 1 }] })).toMatchObject(kept);
    expect(await rowsOf(second)).toEqual([]);
  });

  test('belongs to the customer who has proven the number, whose cart stays', async () => {
    const phone = String(next++);
    const shopper = customerOf(shop, await signUp(shop, phone));
    await shopper.put(lamp.id, 3);
    await order(phone);
    expect(await shopper.orders()).toMatchObject([{ final_amount: '1070.00', items: [{ quantity: 2 }] }]);
    expect(await shopper.cart()).toMatchObject([{ quantity: 3 }]);
  });

  test('is not refused by the limits of shoppers, but by stock, State and total', async () => {
    const phone = String(next++);
    await shop.change((tx) => setLimits(tx, { cod_per_day_per_phone: 0 }));
    expect(await order(phone)).toMatchObject({ success: true });
    await shop.change((tx) => setLimits(tx, { cod_per_day_per_phone: null }));
    const many = { items: [{ variant_id: lamp.variants[''] ?? 0, quantity: 6 }] };
    expect(await order(phone, many)).toMatchObject({ httpStatus: 422 });
    expect(await order(phone, { expected_total: '1.00' })).toMatchObject({ httpStatus: 409 });
    expect(await order(phone, { items: [] })).toMatchObject({ httpStatus: 422 });
    expect(await order(phone, { items: [{ variant_id: 999_999, quantity: 1 }] })).toMatchObject({ httpStatus: 409 });
    expect(await rowsOf(phone)).toHaveLength(1);
  });

  test('may name an item twice, up to the units of a line', async () => {
    const item = { variant_id: lamp.variants[''] ?? 0, quantity: 1 };
    const phone = String(next++);
    expect(await order(phone, { items: [item, item] })).toMatchObject({ success: true });
    expect(await rowsOf(phone)).toMatchObject([{ final_amount: 107_000 }]);
    const four = { ...item, quantity: 4 };
    expect(await order(String(next++), { items: [four, four] })).toMatchObject({ httpStatus: 422 });
  });

  test('can be paid by the link of its page', async () => {
    const reply = await order(String(next++), { payment: 'link' });
    const order_number = reply.success ? (reply.data.orders[0]?.order_number ?? '') : '';
    const { link } = (await shop.succeed(adminPayLinkCall, { token: owner, params: { order_number } })).data;
    expect(link).toMatchObject({ amount: '1040.00', saves: '0.00', text: expect.stringContaining('₹1,040.00') });
    const token = new URL(link?.url ?? '').searchParams.get('token') ?? '';
    expect((await shop.succeed(openPayLinkCall, { params: { token } })).data).toMatchObject({ order_number, state: 'payable' });
  });
});

test('products are found by name and SKU, literally', async () => {
  const find = async (q: string) =>
    (await shop.succeed(adminPhoneProductsCall, { token: owner, params: { q } })).data.found.map(
      ({ product_name }) => product_name,
    );
  expect(await find('brass')).toEqual(['Brass 100% Lamp']);
  expect(await find('100%')).toEqual(['Brass 100% Lamp']);
  expect(await find('%')).toEqual(['Brass 100% Lamp']);
  expect(await find('_rass')).toEqual([]);
});
