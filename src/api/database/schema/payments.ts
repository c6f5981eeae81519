import type { ColumnType, Selectable } from 'kysely';

/** The one payment for all orders of a prepaid checkout. While it is pending, the orders' stock is reserved. */
export interface PaymentTable {
  /** Opaque. */
  id: string;
  checkout_id: number;
  customer_id: number;
  provider: string;
  /** The provider's order id, once created there. */
  provider_order: string | null;
  /** What its checkout needs beside the order id. */
  provider_session: string | null;
  provider_payment: string | null;
  /** The provider's id of a payment that the bank has approved and that is not yet captured. */
  authorised_payment: string | null;
  amount: number;
  /** Paise that the provider has returned of it without a refund that was due, and that no refund has been reduced by yet. */
  returned: number;
  status: 'pending' | 'paid' | 'failed' | 'abandoned' | 'expired';
  /** 1 once the customer has cancelled or checked out again: a late payment is refunded. */
  is_cancelled: number;
  /** End of the stock reservation. */
  expires_at: string;
  /** When the provider last said, after the hold, that it has no money for this payment. */
  asked_at: string | null;
  created_at: string;
}

/** A processed webhook event; a repeated delivery has the same id. */
export interface PaymentEventTable {
  provider: string;
  event_id: string;
  received_at: string;
}

/** Money owed to the customer; the owner refunds it at the payment provider. */
export interface RefundTable {
  order_id: number;
  payment_id: string;
  /** The provider's id of a second payment; '' for a refund of the one that settled the orders. */
  provider_payment: string;
  amount: number;
  /** Paise of it that have been returned already. */
  returned: number;
  due_at: string;
  done_at: string | null;
}

/** A refund that the shop has asked its provider for. */
export interface ProviderRefundTable {
  /** The shop's own id of it, which makes a repeated request the same one. */
  id: string;
  order_id: number;
  payment_id: string;
  provider_payment: string;
  /** Paise. */
  amount: number;
  state: 'pending' | 'done' | 'failed';
  created_at: string;
  changed_at: string;
  /** That of the form that asked for it. */
  form_id: ColumnType<string | null, string | null | undefined>;
  /** JSON of `RefundedUnits`; null for an amount. */
  units: ColumnType<string | null, string | null | undefined>;
  reason: ColumnType<string | null, string | null | undefined>;
  /** Who asked for it, as in the audit log. */
  actor: ColumnType<string, string | undefined>;
  /** 1 after a question that the provider did not answer, until it does. */
  is_unclear: ColumnType<number, number | undefined, number>;
  /** When the provider is asked next, while it is pending. */
  ask_at: ColumnType<string, string | undefined, string>;
}
export type ProviderRefund = Selectable<ProviderRefundTable>;
