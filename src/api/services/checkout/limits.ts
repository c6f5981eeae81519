import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { sumQuantities } from '#api/services/cart/lines.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';
import { readLimits, type StoreLimits } from '#api/services/limits/store-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { PaymentMethod } from '#lib/contract/fields.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { codRefusals, tooManyStockHolds } from '#lib/contract/texts.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { type Buyer, type CheckoutKey, createCheckoutKeys, selectCheckouts } from './keys.ts';

/** Days after which a cash on delivery order no longer counts as open, in case it is never marked as delivered. */
const OPEN_DAYS = 30;

/** Contents of a checkout. */
export interface CheckoutContents {
  paymentMethod: PaymentMethod;
  lines: readonly VariantUnits[];
  /** Paise. */
  amount: number;
  /** Whether the shop takes online payments; a refusal then suggests them. */
  prepaidOffered: boolean;
}

/** Whether a limit counts keys of this kind. Customer keys need no lock, because the customer is locked anyway. */
function isLimited(kind: CheckoutKey['kind'], method: PaymentMethod, limits: StoreLimits): boolean {
  if (kind === 'customer') return false;
  if (method === 'prepaid') return limits.holds_per_day !== null;
  const isOpenLimited = kind === 'phone' && limits.cod_open_per_phone !== null;
  return isOpenLimited || limits[`cod_per_hour_per_${kind}`] !== null || limits[`cod_per_day_per_${kind}`] !== null;
}

/**
 * Locks the keys that a limit counts for checkouts by these methods, so that concurrent checkouts cannot exceed it. On PostgreSQL this serialises all cash on delivery
 * checkouts to one pincode. Call it first in the transaction, before `lockCustomer`. Returns the limits.
 */
export async function lockCheckoutKeys(tx: Tx, buyer: Buyer, methods: readonly PaymentMethod[]): Promise<StoreLimits> {
  const limits = await readLimits(tx);
  const names = methods.flatMap((method) =>
    createCheckoutKeys(buyer, method)
      .filter(({ kind }) => isLimited(kind, method, limits))
      .map(({ kind, key_hash }) => `checkout:${kind}:${key_hash}`),
  );
  for (const name of new Set(names.toSorted())) await takeAdvisoryLock(tx, name);
  return limits;
}

/** Throws when a key has reached the limit of cash on delivery checkouts in a sliding window. */
async function enforceRate(
  tx: Tx,
  key: CheckoutKey,
  max: number | null,
  windowMs: number,
  prepaidOffered: boolean,
): Promise<void> {
  if (max === null) return;
  const times = await selectCheckouts(tx, key, windowMs)
    .select('placed_at')
    .where('payment_method', '=', 'cod')
    .orderBy('placed_at', 'desc')
    .limit(Math.max(1, max))
    .execute();
  if (max > 0 && times.length < max) return;
  // The limit is free again when the oldest of the last `max` checkouts leaves the window.
  const oldest = times.at(-1)?.placed_at;
  const waitMs = oldest && max > 0 ? Date.parse(oldest) + windowMs - Date.now() : windowMs;
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  throw new Refusal(409, codRefusals.tooOften(prepaidOffered), { code: 'cod_limit', retryAfter });
}

/** Throws when a key has reached the limit of open cash on delivery checkouts. */
async function enforceOpenLimit(tx: Tx, key: CheckoutKey, max: number | null, prepaidOffered: boolean): Promise<void> {
  if (max === null) return;
  const { open } = await selectCheckouts(tx, key, OPEN_DAYS * DAY_MS)
    .where('payment_method', '=', 'cod')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.checkout_id', '=', 'checkout_key.checkout_id')
          .where('orders.status', 'not in', [ORDER_DELIVERED, ORDER_RETURNED, ORDER_CANCELLED]),
      ),
    )
    .select(({ fn }) => fn.countAll().as('open'))
    .executeTakeFirstOrThrow();
  if (Number(open) >= max) throw new Refusal(409, codRefusals.open(prepaidOffered), { code: 'cod_limit' });
}

function enforceSizeLimits({ lines, amount, prepaidOffered }: CheckoutContents, limits: StoreLimits): void {
  const units = sumQuantities(lines);
  const { cod_units_per_checkout: maxUnits, cod_amount_per_checkout: maxPaise } = limits;
  const refusal =
    maxUnits !== null && units > maxUnits
      ? codRefusals.units(maxUnits, prepaidOffered)
      : maxPaise !== null && amount > maxPaise
        ? codRefusals.amount(toRupees(maxPaise), prepaidOffered)
        : undefined;
  if (refusal) throw new Refusal(409, refusal, { code: 'cod_limit' });
}

async function enforceCodLimits(
  tx: Tx,
  keys: readonly CheckoutKey[],
  contents: CheckoutContents,
  limits: StoreLimits,
): Promise<void> {
  enforceSizeLimits(contents, limits);
  for (const key of keys) {
    if (key.kind === 'customer' || key.kind === 'phone')
      await enforceOpenLimit(tx, key, limits[`cod_open_per_${key.kind}`], contents.prepaidOffered);
    await enforceRate(tx, key, limits[`cod_per_hour_per_${key.kind}`], HOUR_MS, contents.prepaidOffered);
    await enforceRate(tx, key, limits[`cod_per_day_per_${key.kind}`], DAY_MS, contents.prepaidOffered);
  }
}

/** Throws when a variant of this checkout was held too often in the last 24 hours without payment, by customer or phone number. */
async function enforceHoldLimit(
  tx: Tx,
  keys: readonly CheckoutKey[],
  { lines }: CheckoutContents,
  max: number | null,
): Promise<void> {
  if (max === null) return;
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
  if (contents.paymentMethod === 'cod') await enforceCodLimits(tx, keys, contents, limits);
  else await enforceHoldLimit(tx, keys, contents, limits.holds_per_day);
}
