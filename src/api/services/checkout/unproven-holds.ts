import { takeAdvisoryLocks } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';
import { Refusal } from '#api/services/refusal.ts';
import { UNPROVEN_HOLD_MINUTES } from '#lib/contract/lifetimes.ts';
import { heldByOthers } from '#lib/contract/messages/failures.ts';
import { MINUTE_SECONDS } from '#lib/rules/durations.ts';
import type { Buyer } from './limit-keys.ts';

/** Unproven buyers together hold at most one of so many units, and at least one unit. */
const UNITS_PER_UNPROVEN_HOLD = 5;

/**
 * Serialises the holds that unproven buyers make of the products in a cart, so that concurrent checkouts cannot exceed their share. Call it when the
 * customer is locked, with `lockCheckoutKeys`: stock must not be locked yet.
 */
export async function lockUnprovenHolds(tx: Tx, customerId: number): Promise<void> {
  const products = await tx
    .selectFrom('cart_line')
    .innerJoin('variant', 'variant.id', 'cart_line.variant_id')
    .select('variant.product_id')
    .where('customer_id', '=', customerId)
    .execute();
  await takeAdvisoryLocks(
    tx,
    products.map(({ product_id }) => `unproven-hold:${product_id}`),
  );
}

/** Sums up units by variant or by product. */
function sumUnits(lines: readonly VariantUnits[], by: 'variant_id' | 'product_id'): Map<number, number> {
  const sums = new Map<number, number>();
  for (const line of lines) sums.set(line[by], (sums.get(line[by]) ?? 0) + line.quantity);
  return sums;
}

/** Units of these products in pending payments of buyers who have not proven `by`, by variant. */
async function readUnprovenHolds(tx: Tx, { provenBy }: Buyer, productIds: readonly number[]): Promise<VariantUnits[]> {
  const rows = await tx
    .selectFrom('payment')
    .innerJoin('customer', 'customer.id', 'payment.customer_id')
    .innerJoin('orders', 'orders.checkout_id', 'payment.checkout_id')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .where('payment.status', '=', 'pending')
    .where(`customer.${provenBy}`, 'is', null)
    .where('order_item.product_id', 'in', productIds)
    .select(['order_item.product_id', 'order_item.variant_id', ({ fn }) => fn.sum<number>('order_item.quantity').as('quantity')])
    .groupBy(['order_item.product_id', 'order_item.variant_id'])
    .execute();
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity) }));
}

/**
 * Refuses (409, `hold_limit`) a prepaid checkout by which unproven buyers together would hold more than their share of a variant or a product.
 * Expects `lockUnprovenHolds` earlier in the transaction, and the checkout's own units still in stock.
 */
export async function enforceUnprovenShare(tx: Tx, buyer: Buyer, lines: readonly VariantUnits[]): Promise<void> {
  const [variantIds, productIds] = [lines.map((line) => line.variant_id), lines.map((line) => line.product_id)];
  const held = await readUnprovenHolds(tx, buyer, productIds);
  const variants = await tx.selectFrom('variant').select(['id', 'stock']).where('id', 'in', variantIds).execute();
  const products = await tx.selectFrom('product').select(['id', 'stock']).where('id', 'in', productIds).execute();
  for (const [by, rows] of [
    ['variant_id', variants],
    ['product_id', products],
  ] as const) {
    const [heldUnits, wanted] = [sumUnits(held, by), sumUnits(lines, by)];
    const isOver = rows.some(({ id, stock }) => {
      const units = heldUnits.get(id) ?? 0;
      const share = Math.max(1, Math.floor((stock + units) / UNITS_PER_UNPROVEN_HOLD));
      return units + (wanted.get(id) ?? 0) > share;
    });
    if (isOver) throw new Refusal(409, heldByOthers, { code: 'hold_limit', retryAfter: UNPROVEN_HOLD_MINUTES * MINUTE_SECONDS });
  }
}
