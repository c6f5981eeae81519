/** The one payment for all orders of a prepaid checkout. While it is pending, the orders' stock is reserved. */
export interface PaymentTable {
  /** Opaque. */
  id: string;
  checkout_id: number;
  customer_id: number;
  provider: string;
  /** The provider's order id, once created there. */
  provider_order: string | null;
  /** The provider's id of the completed payment. */
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
  due_at: string;
  done_at: string | null;
}
