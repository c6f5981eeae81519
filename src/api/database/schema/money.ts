import type { Generated } from 'kysely';

/** A refund that staff make themselves, such as a transfer to the customer of an order that was paid on delivery. */
export interface HandRefundTable {
  id: string;
  order_id: number;
  /** Paise. */
  amount: number;
  /** JSON of `RefundedUnits`; null for an amount. */
  units: string | null;
  reason: string | null;
  /** JSON of where the money goes; erased some time after it has been sent. */
  payee: string | null;
  /** The same, masked. */
  payee_shown: string;
  /** The bank's, once it has been sent. */
  reference: string | null;
  form_id: string | null;
  actor: string;
  created_at: string;
  done_at: string | null;
}

/** A file in which a courier names the cash on delivery that it has paid to the shop. */
export interface RemittanceTable {
  id: Generated<number>;
  file_name: string;
  courier: string;
  actor: string;
  read_at: string;
}

export interface RemittanceLineTable {
  /** Hash of what the line says. */
  line_key: string;
  remittance_id: number;
  /** The tracking number, in capital letters without spaces. */
  awb: string;
  /** Paise. */
  amount: number;
  /** The date as the file has it. */
  paid_on: string;
  reference: string;
  /** Null while no parcel has this tracking number. */
  order_id: number | null;
}

/** What couriers have paid to the shop for an order. Paise. */
export interface RemittedOrderTable {
  order_id: number;
  /** What the customer paid on delivery: all, or what was due of an order paid before. */
  expected: number;
  /** All lines together. */
  remitted: number;
  /** `not_due`: nothing is paid on delivery, or the order came back. */
  state: 'paid' | 'short' | 'over' | 'not_due';
  changed_at: string;
}

/** A payment of one order alone, which a link has opened. */
export interface LinkPaymentTable {
  payment_id: string;
  order_id: number;
  /** The checkout that the order was made in. */
  from_checkout_id: number;
  /** A whole order on delivery, or what is due of a paid one. */
  kind: 'order' | 'due';
  /** The discount for paying ahead that the order gets once it is paid, in paise. */
  prepaid_discount: number;
}

/** A checkout of an order that staff took by phone. */
export interface PhoneOrderTable {
  form_id: string;
  checkout_id: number;
  actor: string;
}
