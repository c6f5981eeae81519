import { takeAdvisoryLocks } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import type { StoreLimits } from '#api/services/limits/store-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { codRefusals } from '#lib/contract/messages/failures.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { type CheckoutContents, enforceCodLimits } from './cod-limits.ts';
import { enforceHoldLimit } from './hold-limit.ts';
import { type Buyer, type CheckoutKey, createCheckoutKeys } from './limit-keys.ts';
import { enforceUnprovenShare, lockUnprovenHolds } from './unproven-holds.ts';

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
