import type { ColumnType, Generated } from 'kysely';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';

export interface CheckoutTable {
  id: Generated<number>;
  customer_id: number;
  idempotency_key: string;
  /** SHA-256 of the request body, hex. The same key with a different body is refused. */
  body_hash: string;
  reply: string;
  created_at: string;
  /** Shipping in paise below `free_shipping_from`; null where it was not recorded. */
  shipping_charge: ColumnType<number | null, number | null | undefined>;
  /** Items total in paise from which shipping was free; null if it never was. */
  free_shipping_from: ColumnType<number | null, number | null | undefined>;
}

/** Keys under which checkout limits count: one row each for customer, phone numbers, address and pincode. */
export interface CheckoutKeyTable {
  checkout_id: number;
  kind: 'customer' | 'phone' | 'address' | 'pincode';
  /** Hash of the value, so that the table holds no personal data. */
  key_hash: string;
  payment_method: PaymentMethod;
  placed_at: string;
}
