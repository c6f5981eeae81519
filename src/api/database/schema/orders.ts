import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CallResult } from '#lib/contract/admin/call-results.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';

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
  /** For paying ahead; 0 on delivery. */
  prepaid_discount: Generated<number>;
  shipping_amount: Generated<number>;
  cod_fee: Generated<number>;
  /** price − discount_amount − prepaid_discount + shipping_amount + cod_fee. */
  final_amount: number;
  /** The part of `final_amount` that a change has added to an order paid already, in paise: paid by a link, or collected on delivery. */
  due_amount: Generated<number>;
  quantity: number;
  /** The contract's address as JSON, at the time of the order. */
  address: string;
  placed_at: string;
  /** The seller's name at the time of the order. */
  seller_name: ColumnType<string, string | undefined, string>;
  /** The date by which it arrives, as the shopper was told; null where the shop did not say. */
  deliver_by: ColumnType<string | null, string | null | undefined>;
  /** The shopper's words to the shop, cleaned; the same on every order of a checkout. */
  note: ColumnType<string | null, string | null | undefined>;
  /** When staff marked it as packed, which is no status; null before. */
  packed_at: ColumnType<string | null, string | null | undefined>;
  /** The member of staff who did. */
  packed_by: ColumnType<number | null, number | null | undefined>;
  /** What a call to the customer of an order on delivery came to; null before. */
  call_result: ColumnType<CallResult | null, CallResult | null | undefined>;
  called_at: ColumnType<string | null, string | null | undefined>;
  /** The member of staff who called; null for a command. */
  called_by: ColumnType<number | null, number | null | undefined>;
  /** Of the address, for lists. */
  pincode: ColumnType<string | null, string | null | undefined>;
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

/** The courier's parcels of orders; the first of an order has the lowest id. */
export interface ShipmentTable {
  id: Generated<number>;
  order_id: number;
  courier: string;
  tracking_number: string;
  /** Page of the courier that tracks the parcel. */
  url: string | null;
}

/** A note of the shop about an order, or a change of it in words. Customers never see it. */
export interface OrderNoteTable {
  id: Generated<number>;
  order_id: number;
  kind: 'note' | 'change';
  /** Null for a change by a command. */
  staff_id: number | null;
  at: string;
  text: string;
  /** A hash of the form that wrote it (see `keyOfForm`). */
  form_id: string | null;
}
