import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';

/** An accepted checkout: its idempotency key and the reply to send again on a retry. */
export interface CheckoutTable {
  id: Generated<number>;
  customer_id: number;
  idempotency_key: string;
  /** SHA-256 of the request body, hex. The same key with a different body is refused. */
  body_hash: string;
  reply: string;
  created_at: string;
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

export interface OrderTable {
  id: Generated<number>;
  order_number: string;
  checkout_id: number;
  customer_id: number;
  seller_id: number;
  status: string;
  payment_method: PaymentMethod;
  payment_status: 'pending' | 'paid' | 'failed' | 'refunded';
  /** Items total before the discount, in paise like all amounts. */
  price: number;
  discount_amount: number;
  shipping_amount: Generated<number>;
  cod_fee: Generated<number>;
  /** price − discount_amount + shipping_amount + cod_fee. */
  final_amount: number;
  quantity: number;
  /** The contract's address as JSON, at the time of the order. */
  address: string;
  placed_at: string;
  /** The seller's name at the time of the order. */
  seller_name: ColumnType<string, string | undefined, string>;
}
export type OrderRow = Selectable<OrderTable>;

export interface OrderItemTable {
  id: Generated<number>;
  order_id: number;
  product_id: number;
  variant_id: number;
  product_name: string;
  product_variation: string;
  /** The product's `option_name` at the time of the order. */
  option_name: ColumnType<string | null, string | null | undefined>;
  picture: string;
  quantity: number;
  price: number;
}

export interface CouponTable {
  id: Generated<number>;
  /** Upper case. */
  code: string;
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
  /** Minimum cart total in paise; 0 for none. */
  minimum: number;
  /** Maximum uses in total; null for unlimited. */
  max_uses: number | null;
  /** Maximum uses per customer; null for unlimited. */
  max_uses_each: number | null;
  /** Uses in total, without those of cancelled checkouts. */
  uses: number;
  starts_at: string | null;
  ends_at: string | null;
  created_at: string;
}

/** Use of a coupon by one checkout; released once, when every order of that checkout is cancelled. */
export interface CouponUseTable {
  checkout_id: number;
  coupon_id: number;
  customer_id: number;
  used_at: string;
  returned_at: string | null;
}

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
