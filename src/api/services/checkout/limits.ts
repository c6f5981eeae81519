import { createHash } from 'node:crypto';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';
import type { CheckoutKeyTable } from '#api/database/schema/orders.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';
import { CLOCK_SKEW_MS } from '#api/services/clock-skew.ts';
import { readLimits, type StoreLimits } from '#api/services/limits/store-limits.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED } from '#api/services/orders/bulk-cancellation.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Address } from '#lib/contract/address.ts';
import { codRefusals, tooManyStockHolds } from '#lib/contract/texts.ts';
import { toRupees } from '#lib/rules/money.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A cash on delivery order counts as open for so long, in days; an owner may forget to mark one as delivered. */
const OPEN_DAYS = 30;

type Kind = CheckoutKeyTable['kind'];
type Key = Pick<CheckoutKeyTable, 'kind' | 'key_hash'>;

/** Who checks out, and where to. */
export interface Buyer {
  customerId: number;
  /** The customer's own number; the address has another one where somebody else receives the parcel. */
  phone: string;
  address: Address;
}

/** What is checked out. */
export interface CheckoutContents {
  paymentMethod: 'cod' | 'prepaid';
  lines: readonly VariantUnits[];
  /** Paise. */
  amount: number;
  /** Whether the shop takes payments: a refusal then says to pay online. */
  prepaidOffered: boolean;
}

/** An address without what people write differently each time: case, punctuation, spaces and the order of its words. */
function normalAddress({ address, pincode }: Address): string {
  const words =
    address
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return `${words.toSorted().join(' ')}|${pincode}`;
}

const keyOf = (kind: Kind, value: string | number): Key => ({
  kind,
  key_hash: createHash('sha256').update(`${kind}:${value}`).digest('base64url').slice(0, 22),
});

/** The keys that a checkout is counted under, each once; address and pincode matter for cash on delivery alone. */
function keysOf({ customerId, phone, address }: Buyer, method: CheckoutContents['paymentMethod']): Key[] {
  const phones = [...new Set([phone, address.phone_number])];
  const person = [keyOf('customer', customerId), ...phones.map((number) => keyOf('phone', number))];
  if (method === 'prepaid') return person;
  return [...person, keyOf('address', normalAddress(address)), keyOf('pincode', address.pincode)];
}

/** Whether any limit counts checkouts under keys of this kind. The customer is locked anyway. */
function isLimited(kind: Kind, method: CheckoutContents['paymentMethod'], limits: StoreLimits): boolean {
  if (kind === 'customer') return false;
  if (method === 'prepaid') return limits.holds_per_day !== null;
  const open = kind === 'phone' && limits.cod_open_per_phone !== null;
  return open || limits[`cod_per_hour_per_${kind}`] !== null || limits[`cod_per_day_per_${kind}`] !== null;
}

/**
 * Makes checkouts that count under the same keys take turns where a limit is on, so that limits hold exactly; on PostgreSQL all cash on
 * delivery checkouts to one pincode do. Call it first in the transaction, before the customer is locked. Returns the limits.
 */
export async function lockCheckoutKeys(tx: Tx, buyer: Buyer, method: CheckoutContents['paymentMethod']): Promise<StoreLimits> {
  const limits = await readLimits(tx);
  const names = keysOf(buyer, method)
    .filter(({ kind }) => isLimited(kind, method, limits))
    .map(({ kind, key_hash }) => `checkout:${kind}:${key_hash}`);
  for (const name of names.toSorted()) await takeAdvisoryLock(tx, name);
  return limits;
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Moments later than this were written while the clock was ahead. */
const notAfter = (): string => new Date(Date.now() + CLOCK_SKEW_MS).toISOString();

const countedUnder = (tx: Tx, { kind, key_hash }: Key, sinceMs: number) =>
  tx
    .selectFrom('checkout_key')
    .where('kind', '=', kind)
    .where('key_hash', '=', key_hash)
    .where('checkout_key.placed_at', '>', ago(sinceMs))
    .where('checkout_key.placed_at', '<=', notAfter());

/** Throws when a key has had as many new cash on delivery checkouts in a window as the owner allows. */
async function limitNew(tx: Tx, key: Key, most: number | null, windowMs: number, prepaid: boolean): Promise<void> {
  if (most === null) return;
  const times = await countedUnder(tx, key, windowMs)
    .select('placed_at')
    .where('payment_method', '=', 'cod')
    .orderBy('placed_at', 'desc')
    .limit(Math.max(1, most))
    .execute();
  if (most > 0 && times.length < most) return;
  // There is room again when the oldest of the newest `most` leaves the window.
  const oldest = times.at(-1)?.placed_at;
  const waitMs = oldest && most > 0 ? Date.parse(oldest) + windowMs - Date.now() : windowMs;
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  throw new Refusal(409, codRefusals.tooOften(prepaid), { code: 'cod_limit', retryAfter });
}

/** Throws when a key has as many cash on delivery checkouts under way as the owner allows. */
async function limitOpen(tx: Tx, key: Key, most: number | null, prepaid: boolean): Promise<void> {
  if (most === null) return;
  const { open } = await countedUnder(tx, key, OPEN_DAYS * DAY_MS)
    .where('payment_method', '=', 'cod')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.checkout_id', '=', 'checkout_key.checkout_id')
          .where('orders.status', 'not in', [ORDER_DELIVERED, ORDER_CANCELLED]),
      ),
    )
    .select(({ fn }) => fn.countAll().as('open'))
    .executeTakeFirstOrThrow();
  if (Number(open) >= most) throw new Refusal(409, codRefusals.open(prepaid), { code: 'cod_limit' });
}

function limitSize({ lines, amount, prepaidOffered }: CheckoutContents, limits: StoreLimits): void {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const { cod_units_per_checkout: mostUnits, cod_amount_per_checkout: mostPaise } = limits;
  const refusal =
    mostUnits !== null && units > mostUnits
      ? codRefusals.units(mostUnits, prepaidOffered)
      : mostPaise !== null && amount > mostPaise
        ? codRefusals.amount(toRupees(mostPaise), prepaidOffered)
        : undefined;
  if (refusal) throw new Refusal(409, refusal, { code: 'cod_limit' });
}

/** Holds a cash on delivery checkout to the owner's limits. */
async function limitCod(tx: Tx, keys: readonly Key[], size: CheckoutContents, limits: StoreLimits): Promise<void> {
  limitSize(size, limits);
  for (const key of keys) {
    if (key.kind === 'customer' || key.kind === 'phone')
      await limitOpen(tx, key, limits[`cod_open_per_${key.kind}`], size.prepaidOffered);
    await limitNew(tx, key, limits[`cod_per_hour_per_${key.kind}`], HOUR_MS, size.prepaidOffered);
    await limitNew(tx, key, limits[`cod_per_day_per_${key.kind}`], DAY_MS, size.prepaidOffered);
  }
}

/** Throws when one product of this checkout was held too often today for this customer or number, and not paid. */
async function limitHolds(tx: Tx, keys: readonly Key[], { lines }: CheckoutContents, most: number | null): Promise<void> {
  if (most === null) return;
  const variants = lines.map(({ variant_id }) => variant_id);
  for (const key of keys.filter(({ kind }) => kind === 'customer' || kind === 'phone')) {
    const held = await countedUnder(tx, key, DAY_MS)
      .innerJoin('payment', 'payment.checkout_id', 'checkout_key.checkout_id')
      .innerJoin('orders', 'orders.checkout_id', 'checkout_key.checkout_id')
      .innerJoin('order_item', 'order_item.order_id', 'orders.id')
      .where('payment.status', '<>', 'paid')
      .where('order_item.variant_id', 'in', variants)
      .select(({ fn }) => fn.count('checkout_key.checkout_id').distinct().as('holds'))
      .groupBy('order_item.variant_id')
      .having(({ fn }) => fn.count('checkout_key.checkout_id').distinct(), '>=', most)
      .limit(1)
      .executeTakeFirst();
    if (held || most === 0) throw new Refusal(409, tooManyStockHolds, { code: 'hold_limit', retryAfter: DAY_MS / 1000 });
  }
}

/**
 * Holds a checkout to the owner's limits, in the checkout's own transaction. Expects `lockCheckoutKeys` before. Throws a `Refusal` (409)
 * with code `cod_limit` or `hold_limit`; not 429, after which the site sends the same checkout again.
 */
export async function enforceCheckoutLimits(tx: Tx, limits: StoreLimits, buyer: Buyer, size: CheckoutContents): Promise<void> {
  const keys = keysOf(buyer, size.paymentMethod);
  if (size.paymentMethod === 'cod') await limitCod(tx, keys, size, limits);
  else if (size.amount > 0) await limitHolds(tx, keys, size, limits.holds_per_day);
}

/** Counts a checkout that goes through, in its own transaction. */
export async function recordCheckoutKeys(
  tx: Tx,
  checkoutId: number,
  buyer: Buyer,
  method: CheckoutContents['paymentMethod'],
): Promise<void> {
  const row = { checkout_id: checkoutId, payment_method: method, placed_at: new Date().toISOString() };
  const rows = keysOf(buyer, method).map((key) => ({ ...row, ...key }));
  await tx.insertInto('checkout_key').values(rows).execute();
}

/** Deletes what no limit counts any more: checkouts of more than 31 days ago, and those of a clock that was ahead. */
export async function purgeCheckoutKeys(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('checkout_key')
    .where(({ or, eb }) => or([eb('placed_at', '<', ago((OPEN_DAYS + 1) * DAY_MS)), eb('placed_at', '>', notAfter())]))
    .execute();
}
