import type { ColumnType, Generated } from 'kysely';

/** A checkout that was accepted: the key that makes a repeat the same checkout, and the reply it got. */
export interface CheckoutTable {
  id: Generated<number>;
  customer_id: number;
  idempotency_key: string;
  /** SHA-256 of the body, hex: the same key with another body is refused. */
  body_hash: string;
  reply: string;
  created_at: string;
}

/** Whom a checkout is counted under, so that limits can count checkouts: one row each for customer, phones, address and pincode. */
export interface CheckoutKeyTable {
  checkout_id: number;
  kind: 'customer' | 'phone' | 'address' | 'pincode';
  /** A hash of the value: the table holds no personal data. */
  key_hash: string;
  payment_method: 'cod' | 'prepaid';
  placed_at: string;
}

export interface OrderTable {
  id: Generated<number>;
  order_number: string;
  checkout_id: number;
  customer_id: number;
  seller_id: number;
  status: string;
  payment_method: 'cod' | 'prepaid';
  payment_status: 'pending' | 'paid' | 'failed' | 'refunded';
  price: number;
  discount_amount: number;
  final_amount: number;
  quantity: number;
  /** The contract's address as JSON, as it was when the order was placed. */
  address: string;
  placed_at: string;
  /** The seller's name when the order was placed. */
  seller_name: ColumnType<string, string | undefined, string>;
}

export interface OrderItemTable {
  id: Generated<number>;
  order_id: number;
  product_id: number;
  variant_id: number;
  product_name: string;
  product_variation: string;
  picture: string;
  quantity: number;
  price: number;
}

export interface CouponTable {
  id: Generated<number>;
  /** In capitals. */
  code: string;
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
  /** What the cart must cost at least, in paise; 0 when anything will do. */
  minimum: number;
  /** How often it can be used in all, and by one customer; null for as often as one likes. */
  max_uses: number | null;
  max_uses_each: number | null;
  /** Uses that stand: those of called-off checkouts have come back. */
  uses: number;
  starts_at: string | null;
  ends_at: string | null;
  created_at: string;
}

/** The use of a coupon by one checkout; it comes back, once, when every order of that checkout is called off. */
export interface CouponUseTable {
  checkout_id: number;
  coupon_id: number;
  customer_id: number;
  used_at: string;
  returned_at: string | null;
}

/** The one payment for all orders of a prepaid checkout; while it is pending, the orders' stock is held. */
export interface PaymentTable {
  /** Opaque. */
  id: string;
  checkout_id: number;
  customer_id: number;
  provider: string;
  /** The provider's id of what is to be paid, once it has been told of it. */
  provider_order: string | null;
  /** The provider's id of the payment that was made. */
  provider_payment: string | null;
  amount: number;
  status: 'pending' | 'paid' | 'failed' | 'abandoned' | 'expired';
  /** 1 once the customer has cancelled or ordered anew: money that still arrives goes back. */
  called_off: number;
  /** Until when the stock is held. */
  expires_at: string;
  created_at: string;
}

/** Money that belongs to the customer again; given back by the owner at the provider. */
export interface RefundTable {
  order_id: number;
  payment_id: string;
  amount: number;
  due_at: string;
  done_at: string | null;
}
