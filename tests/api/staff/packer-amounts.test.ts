import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { adminPrintCall } from '#lib/contract/admin/fulfilment.ts';
import { printKinds } from '#lib/contract/admin/print-kinds.ts';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { rupeesPattern } from '#lib/contract/fields.ts';
import { ORDER_CONFIRMED } from '#lib/contract/order-status.ts';
import { callExamples, type ExampleShop, fillExampleShop, sendExample } from '#tests/support/admin/call-examples.ts';
import { placeOrder } from '#tests/support/admin/placed-orders.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

/** The one amount that packers see: what is collected on delivery. */
const toCollect = ['to_collect', 'amount_to_collect'];
const amountName = /price|total|amount|paid|refund|discount|charge|spent|value|(?:^|_)(?:fee|due|money|sum)$/;
const packerCalls: readonly Call[] = (adminCalls as readonly Call[]).filter(({ access }) => access === 'packer');
const byName = packerCalls.map((call): [string, Call] => [call.name, call]);

/** Written nowhere but in amounts: ₹ 777.31. */
const price = 77_731;
const written = /777\.31/;

let shop: TestShop;
let world: ExampleShop;
let product: AddedProduct;
let packer: string;

beforeAll(async () => {
  shop = await openShop();
  world = await fillExampleShop(shop);
  product = await shop.add({ name: 'Bowl', category: 'Home', price, stock: 500 });
  packer = await staffToken(shop, 'packer');
});
afterAll(() => shop.close());

async function placeConfirmed(method: 'cod' | 'prepaid') {
  const { id, number } = await placeOrder(shop, product, { mobile: newMobile(), total: '777.31', method });
  await shop.change((tx) => setOrderStatus(tx, number, ORDER_CONFIRMED));
  return { id, number };
}

/** Names of the fields of a reply that are amounts, apart from the one that packers see. */
const amountsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const isAmount = amountName.test(name) || (typeof field === 'string' && rupeesPattern.test(field));
    return [...(isAmount && !toCollect.includes(name) ? [name] : []), ...amountsIn(field)];
  });
};

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
}

/** The same of what a contract says is in every reply. */
const requiredAmounts = ({ properties = {}, required = [], items }: JsonSchema): string[] => [
  ...(items ? requiredAmounts(items) : []),
  ...required.flatMap((name) => {
    const field = properties[name] ?? {};
    const isAmount = amountName.test(name) || field.pattern === rupeesPattern.source;
    return [...(isAmount && !toCollect.includes(name) ? [name] : []), ...requiredAmounts(field)];
  }),
];

test.each(byName)('the contract of %s asks for no amount but what is collected', (_, { reply }) => {
  const schema = z.toJSONSchema(reply, { unrepresentable: 'any', reused: 'inline' });
  expect(requiredAmounts(schema as JsonSchema)).toEqual([]);
});

test.each(byName)('%s tells a packer no amount but what is collected', async (name, call) => {
  for (const method of ['prepaid', 'cod'] as const) {
    world = { ...world, order: await placeConfirmed(method) };
    const { status = 200, ...example } = callExamples[name]?.(world) ?? {};
    // What ends the session has one of its own.
    const token = /SignOut|EndOther|SignInAgain/.test(name) ? await staffToken(shop, 'packer') : packer;
    const response = await sendExample(shop, call, example, { authorization: `Bearer ${token}` });
    // A refusal must not tell it either: the second order cannot have the AWB of the first.
    expect([200, 409, ...[status].flat()]).toContain(response.status);
    const text = await response.text();
    expect(amountsIn(JSON.parse(text))).toEqual([]);
    if (method === 'prepaid') expect(text.replaceAll(/"(?:amount_)?to_collect":"777\.31"/g, '')).not.toMatch(written);
    if (name === 'adminOrder' || name === 'adminOrders') expect(text).toContain(world.order.number);
  }
});

test('nothing that a packer prints has an amount but what is collected, apart from invoices', async () => {
  const { number } = await placeConfirmed('prepaid');
  for (const kind of printKinds.filter((one) => one !== 'invoices')) {
    const body = { kind, orders: [number], without_prices: false };
    const { html } = (await shop.succeed(adminPrintCall, { token: packer, body })).data;
    expect(html).toMatch(new RegExp(`Bowl|${number}`));
    expect(html).not.toMatch(written);
  }
});
