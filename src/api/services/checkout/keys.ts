import { createHash } from 'node:crypto';
import type { Tx } from '#api/database/schema/engine.ts';
import type { CheckoutKeyTable } from '#api/database/schema/orders.ts';
import { CLOCK_SKEW_MS } from '#api/services/clock-skew.ts';
import type { Address } from '#lib/contract/address.ts';
import type { PaymentMethod } from '#lib/contract/fields.ts';
import { DAY_MS, isoAgo, isoFromNow, isoNow } from '#lib/rules/durations.ts';

/** Retention of checkout keys, in days; longer than any window that a limit counts. */
const RETENTION_DAYS = 31;

type KeyKind = CheckoutKeyTable['kind'];

/** What a checkout is counted by; hashed, so that the table has no personal data. */
export type CheckoutKey = Pick<CheckoutKeyTable, 'kind' | 'key_hash'>;

/** Customer and recipient of a checkout. */
export interface Buyer {
  customerId: number;
  /** The customer's own number; the address has the recipient's. */
  phone: string;
  address: Address;
}

/** Normalises an address: case, punctuation, spaces and word order do not count. */
function normaliseAddress({ address, pincode }: Address): string {
  const words =
    address
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return `${words.toSorted().join(' ')}|${pincode}`;
}

const createKey = (kind: KeyKind, value: string | number): CheckoutKey => ({
  kind,
  key_hash: createHash('sha256').update(`${kind}:${value}`).digest('base64url').slice(0, 22),
});

/** The distinct keys under which a checkout is counted; address and pincode only for cash on delivery. */
export function createCheckoutKeys({ customerId, phone, address }: Buyer, method: PaymentMethod): CheckoutKey[] {
  const phones = [...new Set([phone, address.phone_number])];
  const buyerKeys = [createKey('customer', customerId), ...phones.map((number) => createKey('phone', number))];
  if (method === 'prepaid') return buyerKeys;
  return [...buyerKeys, createKey('address', normaliseAddress(address)), createKey('pincode', address.pincode)];
}

/** The latest plausible time; later ones were written while the clock was ahead. */
const latestPlausible = (): string => isoFromNow(CLOCK_SKEW_MS);

/** Selects the checkouts of the last `sinceMs` milliseconds under a key. */
export const selectCheckouts = (tx: Tx, { kind, key_hash }: CheckoutKey, sinceMs: number) =>
  tx
    .selectFrom('checkout_key')
    .where('kind', '=', kind)
    .where('key_hash', '=', key_hash)
    .where('checkout_key.placed_at', '>', isoAgo(sinceMs))
    .where('checkout_key.placed_at', '<=', latestPlausible());

/** Records the keys of a successful checkout, for later limits. */
export async function recordCheckoutKeys(tx: Tx, checkoutId: number, buyer: Buyer, method: PaymentMethod): Promise<void> {
  const row = { checkout_id: checkoutId, payment_method: method, placed_at: isoNow() };
  const rows = createCheckoutKeys(buyer, method).map((key) => ({ ...row, ...key }));
  await tx.insertInto('checkout_key').values(rows).execute();
}

/** Records the keys of a checkout whose payment method has changed, in place of those it had. */
export async function replaceCheckoutKeys(tx: Tx, checkoutId: number, buyer: Buyer, method: PaymentMethod): Promise<void> {
  await tx.deleteFrom('checkout_key').where('checkout_id', '=', checkoutId).execute();
  await recordCheckoutKeys(tx, checkoutId, buyer, method);
}

/** Purges keys older than 31 days, and those written while the clock was ahead. */
export async function purgeCheckoutKeys(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('checkout_key')
    .where(({ or, eb }) => or([eb('placed_at', '<', isoAgo(RETENTION_DAYS * DAY_MS)), eb('placed_at', '>', latestPlausible())]))
    .execute();
}
