import { takeAdvisoryLocks } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import type { StoreLimits } from '#api/services/limits/store-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { UNPROVEN_HOLD_MINUTES } from '#lib/contract/lifetimes.ts';
import { codRefusals, heldByOthers, tooManyStockHolds } from '#lib/contract/messages/failures.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { DAY_MS, MINUTE_SECONDS } from '#lib/rules/durations.ts';
import { type CheckoutContents, enforceCodLimits } from './cod-limits.ts';
import { type Buyer, type CheckoutKey, createCheckoutKeys, selectCheckouts } from './limit-keys.ts';

/** Whether a limit counts keys of this kind. Customer keys need no lock, because the customer is locked anyway. */
function isLimited(kind: CheckoutKey['kind'], method: PaymentMethod, limits: StoreLimits): boolean {
  if (kind === 'customer') return false;
  if (method === 'prepaid') return limits.holds_per_day !== null;
  const isOpenLimited = kind === 'phone' && limits.cod_open_per_phone !== null;
  return isOpenLimited || limits[`cod_per_hour_per_${kind}`] !== null || limits[`cod_per_day_per_${kind}`] !== null;
}

/**
 * Locks the keys that a limit counts for checkouts by these methods, so that concurrent checkouts cannot exceed it. On PostgreSQL this serialises all cash on delivery
 * checkouts to one pincode. Call it right after the customer is locked.
 */
export async function lockCheckoutKeys(
  tx: Tx,
  limits: StoreLimits,
  buyer: Buyer,
  methods: readonly PaymentMethod[],
): Promise<void> {
  const names = methods.flatMap((method) =>
    createCheckoutKeys(buyer, method)
      .filter(({ kind }) => isLimited(kind, method, limits))
      .map(({ kind, key_hash }) => `checkout:${kind}:${key_hash}`),
  );
  await takeAdvisoryLocks(tx, names);
  const holds = methods.includes('prepaid') && limits.holds_per_day !== null;
  if (holds && !buyer.isProven) await lockUnprovenHolds(tx, buyer.customerId);
}

/** Counts a checkout of an unproven buyer for its IP address and network; one that is refused or repeated is not counted. */
async function countUnprovenCod(tx: Tx, { ipAddress }: Buyer, prepaidOffered: boolean): Promise<void> {
  const refusal = await countAttempt(tx, 'unprovenCod', { address: ipAddress });
  if (!refusal) return;
  const { retryAfter } = refusal;
  throw new Refusal(409, codRefusals.tooOften(prepaidOffered), { code: 'cod_limit', retryAfter });
}

/**
 * Enforces the owner's limits on checkouts. Expects `lockCheckoutKeys` earlier in the transaction. Throws a `Refusal` (409) with code
 * `cod_limit` or `hold_limit`; not 429, which would make the site retry the same checkout.
 */
export async function enforceCheckoutLimits(
  tx: Tx,
  limits: StoreLimits,
  buyer: Buyer,
  contents: CheckoutContents,
): Promise<void> {
  const keys = createCheckoutKeys(buyer, contents.paymentMethod);
  if (contents.paymentMethod === 'cod') {
    await enforceCodLimits(tx, keys, contents, limits);
    if (!buyer.isProven) await countUnprovenCod(tx, buyer, contents.prepaidOffered);
  } else if (limits.holds_per_day !== null) {
    await enforceHoldLimit(tx, keys, contents, limits.holds_per_day);
    if (!buyer.isProven) await enforceUnprovenShare(tx, buyer, contents.lines);
  }
}

/** Throws when a variant of this checkout was held too often in the last 24 hours without payment, by customer or phone number. */
export async function enforceHoldLimit(
  tx: Tx,
  keys: readonly CheckoutKey[],
  { lines }: CheckoutContents,
  max: number,
): Promise<void> {
  const variantIds = lines.map(({ variant_id }) => variant_id);
  for (const key of keys.filter(({ kind }) => kind === 'customer' || kind === 'phone')) {
    const held = await selectCheckouts(tx, key, DAY_MS)
      .innerJoin('payment', 'payment.checkout_id', 'checkout_key.checkout_id')
      .innerJoin('orders', 'orders.checkout_id', 'checkout_key.checkout_id')
      .innerJoin('order_item', 'order_item.order_id', 'orders.id')
      .where('payment.status', '<>', 'paid')
      .where('orders.payment_method', '=', 'prepaid')
      .where('order_item.variant_id', 'in', variantIds)
      .select(({ fn }) => fn.count('checkout_key.checkout_id').distinct().as('holds'))
      .groupBy('order_item.variant_id')
      .having(({ fn }) => fn.count('checkout_key.checkout_id').distinct(), '>=', max)
      .limit(1)
      .executeTakeFirst();
    if (held || max === 0) throw new Refusal(409, tooManyStockHolds, { code: 'hold_limit', retryAfter: DAY_MS / 1000 });
  }
}

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
