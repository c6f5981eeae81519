import type { CheckoutKeyTable } from '#api/database/schema/checkout.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { isProven, type ProvenBy } from '#api/services/accounts/proven-contact.ts';
import { CLOCK_SKEW_MS } from '#api/services/clock-skew.ts';
import { shortHash } from '#api/services/hashing.ts';
import { CHECKOUT_KEY_RETENTION_DAYS } from '#api/services/retention.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import type { Address } from '#lib/contract/address.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { DAY_MS, isoAgo, isoFromNow, isoNow } from '#lib/rules/durations.ts';

type KeyKind = CheckoutKeyTable['kind'];

/** What a checkout is counted by; hashed, so that the table has no personal data. */
export type CheckoutKey = Pick<CheckoutKeyTable, 'kind' | 'key_hash'>;

/** Where a checkout comes from, and what proves a buyer in this shop. */
export interface CheckoutOrigin {
  readonly provenBy: ProvenBy;
  /** In the format of `readIpAddress`. */
  readonly ipAddress: string;
}

export interface Buyer extends CheckoutOrigin {
  readonly customerId: number;
  readonly phone: string;
  readonly address: Readonly<Address>;
  /** Whether the customer has proven the contact that this shop asks for. */
  readonly isProven: boolean;
}

/** The buyer of a shopper's checkout to this address. */
export const toBuyer = (shopper: Shopper, address: Readonly<Address>, origin: CheckoutOrigin): Buyer => ({
  ...origin,
  customerId: shopper.customerId,
  phone: shopper.customer.phone_number,
  address,
  isProven: isProven(shopper, origin.provenBy),
});

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
  key_hash: shortHash(`${kind}:${value}`),
});

/**
 * The distinct keys under which a checkout is counted; address and pincode only for cash on delivery. Proven and unproven buyers have separate counters for what several buyers share, so that unproven buyers cannot use up a limit of those who are
 * proven. A proven buyer's order to another number counts only under the own one: neither has the recipient proven it, nor ordered.
 */
export function createCheckoutKeys(
  { customerId, phone, address, isProven: proven }: Buyer,
  method: PaymentMethod,
): readonly CheckoutKey[] {
  const pool = proven ? 'proven' : 'unproven';
  const phones = proven ? [phone] : [...new Set([phone, address.phone_number])];
  return [
    createKey('customer', customerId),
    ...phones.map((number) => createKey('phone', `${pool}:${number}`)),
    ...(method === 'prepaid'
      ? []
      : [createKey('address', `${pool}:${normaliseAddress(address)}`), createKey('pincode', `${pool}:${address.pincode}`)]),
  ];
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

/** The insert of the keys of a successful checkout, for later limits. */
export function insertCheckoutKeys(tx: Tx, checkoutId: number, buyer: Buyer, method: PaymentMethod) {
  const row = { checkout_id: checkoutId, payment_method: method, placed_at: isoNow() };
  const rows = createCheckoutKeys(buyer, method).map((key) => ({ ...row, ...key }));
  return tx.insertInto('checkout_key').values(rows);
}

/** Records the keys of a checkout whose payment method has changed, in place of those it had. */
export async function replaceCheckoutKeys(tx: Tx, checkoutId: number, buyer: Buyer, method: PaymentMethod): Promise<void> {
  await tx.deleteFrom('checkout_key').where('checkout_id', '=', checkoutId).execute();
  await insertCheckoutKeys(tx, checkoutId, buyer, method).execute();
}

/** Purges keys that are past their retention, and those written while the clock was ahead. */
export async function purgeCheckoutKeys(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('checkout_key')
    .where(({ or, eb }) =>
      or([eb('placed_at', '<', isoAgo(CHECKOUT_KEY_RETENTION_DAYS * DAY_MS)), eb('placed_at', '>', latestPlausible())]),
    )
    .execute();
}
