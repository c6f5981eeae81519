import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import type { InvoiceDocument } from '#api/services/invoices/invoice-document.ts';
import { issueInvoice } from '#api/services/invoices/issue-invoice.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { adminEditOrderCall, adminOrderCall, adminPreviewEditCall, type OrderEdit } from '#lib/contract/admin/order.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import { toRupees } from '#lib/rules/money.ts';
import { calculateDiscount, calculateTotals } from '#lib/rules/totals.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let owner: string;
let next = 9_460_000_000;
const products: AddedProduct[] = [];
const prices = [19_900, 64_900, 149_900];

beforeAll(async () => {
  shop = await openShop();
  owner = await staffToken(shop, 'owner');
  for (const [i, price] of prices.entries())
    products.push(
      await shop.add({ name: `Article ${i}`, category: 'Home', price, stock: { S: 1000, M: 1000 }, seller: `Seller ${i % 2}` }),
    );
});
afterAll(() => shop.close());

const amount = (max: number) => fc.integer({ min: 0, max });

const purchase = fc.record({
  units: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }).filter((units) => units.some((one) => one > 0)),
  coupon: fc.record({
    kind: fc.constantFrom('percent' as const, 'amount' as const),
    value: fc.integer({ min: 1, max: 100 }),
    minimum: amount(300_000),
  }),
  shipping: amount(9000),
  freeFrom: fc.option(fc.integer({ min: 1, max: 300_000 })),
  paymentMethod: fc.constantFrom('cod' as const, 'prepaid' as const),
  isPacked: fc.boolean(),
  /** What is done, and to what. */
  steps: fc.array(fc.tuple(fc.constantFrom('cancel_part', 'swap', 'add', 'cancel'), amount(5), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 5,
  }),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer T> ? T : never;

/** Buys and pays, and returns what the checkout comes to. */
async function buy({ units, shipping, freeFrom, paymentMethod, ...more }: Purchase) {
  const mobile = String(next++);
  const code = `E${mobile}`;
  const charge = { charge: toRupees(shipping), ...(freeFrom !== null && { free_from: toRupees(freeFrom) }) };
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping: charge }));
  const coupon = { ...more.coupon, value: more.coupon.kind === 'percent' ? more.coupon.value : more.coupon.value * 1000 };
  await shop.change((tx) => addCoupon(tx, percentCoupon(code, coupon)));
  const shopper = customerOf(shop, await signUp(shop, mobile));
  for (const [i, quantity] of units.entries()) {
    const product = products[i];
    if (product && quantity > 0) await shopper.put(product.id, quantity, product.variants['S']);
  }
  const items = units.reduce((sum, quantity, i) => sum + quantity * (prices[i] ?? 0), 0);
  const hasCoupon = items >= coupon.minimum;
  const { total } = calculateTotals({
    items,
    discount: hasCoupon ? calculateDiscount(coupon, items) : 0,
    paymentMethod,
    charges: { shipping, freeFrom, codFee: 0 },
  });
  const wish = { payment_method: total < 100 ? ('cod' as const) : paymentMethod, ...(hasCoupon && { coupon_code: code }) };
  const { order_id, payment } = await shopper.buy(toRupees(total), wish);
  if (payment)
    await shop.succeed(confirmPaymentCall, { token: shopper.token, params: { id: payment.id }, body: { outcome: 'paid' } });
  return { ids: order_id, shopper, coupon, paid: payment ? total : 0 };
}

const readOrders = (ids: readonly number[]) =>
  shop.store.db.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id').execute();

const isOver = ({ status }: { status: string }) => status === 'order is cancelled';

/** The edit that a step means for an order; undefined where it means none. */
async function toEdit(number: string, [kind, pick, quantity]: [string, number, number]): Promise<OrderEdit | undefined> {
  const { data } = await shop.succeed(adminOrderCall, { token: owner, params: { number } });
  const item = data.items[pick % data.items.length];
  if (kind === 'add') {
    const product = products[pick % products.length];
    return { kind, variant_id: product?.variants['M'] ?? 0, quantity };
  }
  if (!item) return undefined;
  const units = Math.min(quantity, item.quantity);
  if (kind === 'cancel_part') return { kind, item_id: item.item_id, quantity: units };
  const size = item.sizes?.[0];
  return size && kind === 'swap' ? { kind, item_id: item.item_id, variant_id: size.variant_id, quantity: units } : undefined;
}

/** Makes a step; a change that the order refuses changes nothing. */
async function take(step: [string, number, number], bought: Awaited<ReturnType<typeof buy>>): Promise<void> {
  const orders = (await readOrders(bought.ids)).filter((order) => !isOver(order));
  const order = orders[step[1] % orders.length];
  if (!order) return;
  if (step[0] === 'cancel') {
    const body = { order_id: order.id, reject_reason_select: 'Changed My Mind' } as const;
    await shop.succeed(cancelOrderCall, { token: bought.shopper.token, body });
    return;
  }
  const params = { number: order.order_number };
  const edit = await toEdit(order.order_number, step);
  if (!edit) return;
  const seen = await shop.call(adminPreviewEditCall, { token: owner, params, body: { edit } });
  if (!seen.success) return;
  const body = { edit, expected_total: seen.data.after.total, state: seen.data.state, form_id: randomUUID() };
  await shop.succeed(adminEditOrderCall, { token: owner, params, body });
  const after = await readOrders([order.id]);
  expect(toRupees(after[0]?.final_amount ?? -1)).toBe(seen.data.after.total);
}

/** Invoices less credit notes of an order, in paise. */
async function sumPapers(orderId: number): Promise<number | undefined> {
  const { db } = shop.store;
  const row = await db
    .selectFrom('invoice')
    .leftJoin('credit_note', 'credit_note.order_id', 'invoice.order_id')
    .select(['invoice.document as invoice', 'credit_note.document as credit'])
    .where('invoice.order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return undefined;
  const replaced = await db.selectFrom('replaced_invoice').selectAll().where('order_id', '=', orderId).execute();
  const totalOf = (text: string | null) => {
    if (!text) return 0;
    const { total, lines } = JSON.parse(text) as InvoiceDocument;
    expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(total);
    for (const { amount: all, taxable, central, state, integrated } of lines)
      expect(taxable + central + state + integrated).toBe(all);
    return total;
  };
  const former = replaced.reduce((sum, { document, credit_document }) => sum + totalOf(document) - totalOf(credit_document), 0);
  return former + totalOf(row.invoice) - totalOf(row.credit);
}

const stock = async () => {
  const rows = await shop.store.db.selectFrom('variant').select(['stock']).execute();
  return rows.reduce((sum, row) => sum + row.stock, 0);
};

test('after any edits, what was paid is what the orders cost and what is returned, by the coupon’s and the shipping’s rules', async () => {
  await fc.assert(
    fc.asyncProperty(purchase, async (wish) => {
      const stockBefore = await stock();
      const bought = await buy(wish);
      if (wish.isPacked) await shop.change((tx) => issueInvoice(tx, bought.ids[0] ?? 0));
      for (const step of wish.steps) {
        const before = (await readOrders(bought.ids)).filter((order) => !isOver(order));
        await take(step, bought);
        const orders = await readOrders(bought.ids);
        const staying = orders.filter((order) => !isOver(order));
        for (const order of orders) {
          const { price, discount_amount, prepaid_discount, shipping_amount, cod_fee, final_amount, due_amount } = order;
          expect(Math.min(discount_amount, shipping_amount, cod_fee, final_amount, due_amount)).toBeGreaterThanOrEqual(0);
          expect(final_amount).toBe(price - discount_amount - prepaid_discount + shipping_amount + cod_fee);
          expect(due_amount).toBeLessThanOrEqual(final_amount);
          const papers = await sumPapers(order.id);
          if (papers !== undefined) expect(papers).toBe(isOver(order) ? 0 : final_amount);
        }
        const sum = (of: 'price' | 'final_amount' | 'due_amount' | 'shipping_amount' | 'discount_amount') =>
          staying.reduce((all, order) => all + order[of], 0);
        const refunds = await shop.store.db.selectFrom('refund').select('amount').where('order_id', 'in', bought.ids).execute();
        const returned = refunds.reduce((all, refund) => all + refund.amount, 0);
        if (bought.paid > 0) expect(sum('final_amount') - sum('due_amount') + returned).toBe(bought.paid);
        else expect([returned, sum('due_amount')]).toEqual([0, 0]);
        // Orders with an invoice keep their amounts, and nobody pays more for less.
        const was = before.reduce((all, order) => all + order.final_amount, 0);
        const isCapped = sum('final_amount') >= was || wish.isPacked;
        if (!isCapped && sum('price') < bought.coupon.minimum) expect(sum('discount_amount')).toBe(0);
        if (!isCapped && (wish.freeFrom === null || sum('price') < wish.freeFrom) && staying.length > 0)
          expect(sum('shipping_amount')).toBe(wish.shipping);
      }
      const left = (await readOrders(bought.ids)).filter((order) => !isOver(order));
      expect(await stock()).toBe(stockBefore - left.reduce((all, { quantity }) => all + quantity, 0));
    }),
    { numRuns: 25 },
  );
}, 120_000);
