import { sql } from 'kysely';
import type { Tx } from '#api/database/schema/engine.ts';
import { sumQuantities } from '#api/services/cart/read-cart-lines.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';
import { COD_OPEN_DAYS, type LimitName } from '#api/services/limits/store-limit-defaults.ts';
import type { StoreLimits } from '#api/services/limits/store-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { codRefusals } from '#lib/contract/messages/failures.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { type CheckoutKey, selectCheckouts } from './limit-keys.ts';

// The limits and their defaults are in limits/store-limit-defaults.ts.

export interface CheckoutContents {
  paymentMethod: PaymentMethod;
  lines: readonly VariantUnits[];
  /** Paise. */
  amount: number;
  /** Whether the shop takes online payments; a refusal then suggests them. */
  prepaidOffered: boolean;
}

/** A limit that applies to a key: checkouts in a sliding window of `ms` milliseconds, or open checkouts with an amount to collect. */
type KeyLimit = { key: CheckoutKey; name: LimitName; max: number } & ({ kind: 'rate'; ms: number } | { kind: 'open' });

interface LimitUse {
  limit: number;
  used: number;
  /** Time of the oldest of the last `max` checkouts; null when there is none. */
  oldest: string | null;
}

/** Selects the newest cash on delivery checkouts that a limit counts, at most as many as it allows. */
function selectCounted(tx: Tx, limit: KeyLimit) {
  const query = selectCheckouts(tx, limit.key, limit.kind === 'rate' ? limit.ms : COD_OPEN_DAYS * DAY_MS)
    .select('checkout_key.placed_at')
    .where('checkout_key.payment_method', '=', 'cod')
    .orderBy('checkout_key.placed_at', 'desc')
    .limit(Math.max(1, limit.max));
  if (limit.kind === 'rate') return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.checkout_id', '=', 'checkout_key.checkout_id')
        .where('orders.final_amount', '>', 0)
        .where('orders.status', 'not in', [ORDER_DELIVERED, ORDER_RETURNED, ORDER_CANCELLED]),
    ),
  );
}

async function readUses(tx: Tx, limits: readonly KeyLimit[]): Promise<LimitUse[]> {
  const [first, ...others] = limits.map((limit, i) =>
    tx
      .selectFrom(selectCounted(tx, limit).as('counted'))
      .select(({ fn }) => [
        sql<number>`${sql.lit(i)}`.as('limit'),
        fn.countAll<number>().as('used'),
        fn.min<string | null>('counted.placed_at').as('oldest'),
      ]),
  );
  if (!first) return [];
  const uses = await others.reduce((query, other) => query.unionAll(other), first).execute();
  return uses.toSorted((a, b) => a.limit - b.limit);
}

/** Refuses a checkout (409) because its details have reached the limit `name` of new orders. */
export class CodRateReached extends Refusal {
  readonly limit: { name: LimitName; max: number; of: CheckoutKey['kind'] };

  constructor(
    { name, max, key }: Pick<KeyLimit, 'name' | 'max' | 'key'>,
    { prepaidOffered, retryAfter }: { prepaidOffered: boolean; retryAfter: number },
  ) {
    super(409, codRefusals.tooOften(prepaidOffered), { code: 'cod_limit', retryAfter });
    this.limit = { name, max, of: key.kind };
  }
}

function refuseLimit(limit: KeyLimit, { oldest }: LimitUse, prepaidOffered: boolean): Refusal {
  if (limit.kind === 'open') return new Refusal(409, codRefusals.open(prepaidOffered), { code: 'cod_limit' });
  // The limit is free again when the oldest of the last `max` checkouts leaves the window.
  const waitMs = oldest && limit.max > 0 ? Date.parse(oldest) + limit.ms - Date.now() : limit.ms;
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new CodRateReached(limit, { prepaidOffered, retryAfter });
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

function codLimitsOf(key: CheckoutKey, { amount }: CheckoutContents, limits: StoreLimits): KeyLimit[] {
  const found: KeyLimit[] = [];
  const add = (name: LimitName, limit: { kind: 'rate'; ms: number } | { kind: 'open' }) => {
    const max = limits[name];
    const isOff = limit.kind === 'rate' && amount === 0 && max === 0;
    if (max !== null && !isOff) found.push({ key, name, max, ...limit });
  };
  if (amount > 0 && (key.kind === 'customer' || key.kind === 'phone')) add(`cod_open_per_${key.kind}`, { kind: 'open' });
  add(`cod_per_hour_per_${key.kind}`, { kind: 'rate', ms: HOUR_MS });
  add(`cod_per_day_per_${key.kind}`, { kind: 'rate', ms: DAY_MS });
  return found;
}

/**
 * Enforces the limits of cash on delivery. Orders that owe nothing count only against the rates, which keep a script from ordering without
 * end; a rate of 0, which turns cash on delivery off, does not apply to them.
 */
export async function enforceCodLimits(
  tx: Tx,
  keys: readonly CheckoutKey[],
  contents: CheckoutContents,
  limits: StoreLimits,
): Promise<void> {
  if (contents.amount > 0) enforceSizeLimits(contents, limits);
  const keyLimits = keys.flatMap((key) => codLimitsOf(key, contents, limits));
  for (const use of await readUses(tx, keyLimits)) {
    const limit = keyLimits[use.limit];
    if (limit && use.used >= limit.max) throw refuseLimit(limit, use, contents.prepaidOffered);
  }
}
