import * as z from 'zod/mini';
import { savedAddress } from './address.ts';
import { defineCall, message, replyWith } from './calls/define-call.ts';
import { deliveryDate } from './delivery.ts';
import { MAX_ADDRESS_LINE, MAX_CANCEL_REASON, MAX_TRACKING_URL } from './field-lengths.ts';
import { id, rupees, timestamp } from './fields.ts';
import { failure } from './messages/failures.ts';
import { fieldErrors } from './messages/field-errors.ts';
import { paymentMethods } from './payment-methods.ts';

export const orderItem = z.object({
  product_id: id,
  variant_id: z.nullable(id),
  slug: z.string(),
  product_name: z.string(),
  product_images: z.string(),
  product_variation: z.string(),
  /** What the product's variants differed in; "Size" if absent. */
  option_name: z.optional(z.string()),
  quantity: z.int(),
  final_price: rupees,
});

const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_ADDRESS_LINE));

export const shipment = z.object({
  courier: shortText,
  tracking_number: shortText,
  /** Page of the courier that tracks the parcel. */
  url: z.optional(z.string().check(z.maxLength(MAX_TRACKING_URL), z.regex(/^https?:\/\/\S+$/))),
});
export type Shipment = z.output<typeof shipment>;

/** A document of an order: its tax invoice or bill of supply from dispatch on, or the credit note that reverses it. */
export const invoiceLink = z.object({
  number: z.string(),
  /** Signed link to the printable document, valid for a day; a path is below the API base. */
  url: z.string(),
});

export const order = z.object({
  order_id: id,
  order_number: z.string(),
  order_date: z.optional(timestamp),
  /** One of `orderStatuses`, or another store's own. */
  status: z.string(),
  payment_method: z.enum(paymentMethods),
  payment_status: z.optional(z.enum(['pending', 'paid', 'failed', 'refunded'])),
  /** Sum of the line items before the discount. */
  price: rupees,
  /** price − discount_amount − prepaid_discount + shipping_amount + cod_fee. */
  final_amount: rupees,
  quantity: z.int(),
  discount_amount: rupees,
  /** The order's share of the discount for paying ahead; left out if there is none. */
  prepaid_discount: z.optional(rupees),
  /** The order's shares of the checkout's charges; left out by stores without charges. */
  shipping_amount: z.optional(rupees),
  cod_fee: z.optional(rupees),
  seller_name: z.optional(z.string()),
  items: z.array(orderItem),
  address: z.optional(savedAddress),
  timeline: z.array(
    z.object({
      status: z.string(),
      at: timestamp,
      reason: z.optional(z.string()),
    }),
  ),
  /** The date by which the parcel arrives, as the shopper was told; left out where the store did not say. */
  deliver_by: z.optional(deliveryDate),
  note: z.optional(z.string()),
  /** The first parcel, from dispatch on. */
  shipment: z.optional(shipment),
  shipments: z.optional(z.array(shipment)),
  invoice: z.optional(invoiceLink),
  credit_note: z.optional(invoiceLink),
  /** Path of the page at which it can be paid now: on delivery, until it ships. */
  pay_path: z.optional(z.string()),
  /** What is returned of money that was paid for the order more than once; left out if nothing is. */
  extra_refund: z.optional(z.object({ amount: rupees, done: z.boolean() })),
});
export type Order = z.output<typeof order>;

/** An order of the shop that the owner had before, as history: it cannot be cancelled, and has no invoice. */
const formerOrder = z.object({
  order_number: z.string(),
  order_date: timestamp,
  /** In words of the former shop. */
  status: z.string(),
  final_amount: rupees,
  discount_amount: z.optional(rupees),
  shipping_amount: z.optional(rupees),
  refunded_amount: z.optional(rupees),
  items: z.array(z.object({ product_name: z.string(), quantity: z.int(), final_price: z.optional(rupees) })),
  address: z.optional(z.string()),
});
export type FormerOrder = z.output<typeof formerOrder>;

/** An order of this project's store, which has the fields that another store may leave out. */
export type OwnOrder = Order & {
  [Field in 'order_date' | 'payment_status' | 'seller_name' | 'address']: NonNullable<Order[Field]>;
};

export const getOrdersCall = defineCall({
  name: 'getOrders',
  method: 'GET',
  path: '/customer/orders',
  access: 'customer',
  summary: 'The customer’s orders, newest first.',
  reply: z.extend(replyWith(z.array(order)), {
    /** Orders of the former shop with a contact that the customer has proven; left out if there are none. */
    former_orders: z.optional(z.array(formerOrder)),
  }),
  failure: failure.ordersFetch,
});

export const OTHER_REASON = 'Other';

export const cancelReasons = [
  'Ordered by Mistake',
  'Found Cheaper Elsewhere',
  'Delivery Time is Too Long',
  'Changed My Mind',
  'Product Details Are Incorrect',
  'Payment Issue',
  'Quantity Issue',
  'Not Needed Anymore',
  OTHER_REASON,
] as const;

/** The cancellation form; the reason "Other" requires text (specification, validation). */
export const cancelForm = z
  .object({
    reject_reason_select: z.enum(cancelReasons, {
      error: ({ input }) => (input === undefined ? fieldErrors.reasonRequired : fieldErrors.reasonInvalid),
    }),
    reject_reason_input: z.optional(z.string().check(z.trim(), z.maxLength(MAX_CANCEL_REASON, { error: fieldErrors.tooLong }))),
  })
  .check(
    z.refine((form) => form.reject_reason_select !== OTHER_REASON || form.reject_reason_input !== undefined, {
      error: fieldErrors.reasonOtherRequired,
      path: ['reject_reason_input'],
    }),
    z.refine((form) => form.reject_reason_select !== OTHER_REASON || form.reject_reason_input !== '', {
      error: fieldErrors.reasonOtherEmpty,
      path: ['reject_reason_input'],
    }),
  );

export const cancelOrderCall = defineCall({
  name: 'cancelOrder',
  method: 'POST',
  path: '/customer/cancel-order',
  access: 'customer',
  summary: 'Cancels an order and returns its stock and its coupon use, once.',
  body: z.intersection(z.object({ order_id: id }), cancelForm),
  reply: z.object({ success: z.literal(true), status: z.literal(true), message: z.optional(message) }),
  failure: failure.orderCancel,
});
