import * as z from 'zod/mini';
import { address, savedAddress } from '#lib/contract/address.ts';
import { MAX_CANCEL_REASON, MAX_STAFF_NOTE } from '#lib/contract/field-lengths.ts';
import { id, rupees, timestamp } from '#lib/contract/fields.ts';
import { MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';
import { order, orderItem } from '#lib/contract/orders.ts';
import { paymentMethods } from '#lib/contract/payment-methods.ts';
import { adminCall } from './admin-call.ts';
import { callResults } from './call-results.ts';

const number = z.string().check(z.minLength(1), z.maxLength(40));
const params = z.object({ number });
const quantity = z.int().check(z.minimum(1), z.maximum(1000));
const reason = z.optional(z.string().check(z.trim(), z.maxLength(MAX_CANCEL_REASON)));
/** The random id of a form: what is sent again with it is not done again. */
const formId = z.uuid();

/** A change of an order that has not been shipped. */
export const orderEdit = z.discriminatedUnion('kind', [
  /** Takes units of an item out; they go back on sale. */
  z.object({ kind: z.literal('cancel_part'), item_id: id, quantity, reason }),
  z.object({ kind: z.literal('swap'), item_id: id, variant_id: id, quantity }),
  z.object({ kind: z.literal('add'), variant_id: id, quantity: z.int().check(z.minimum(1), z.maximum(MAX_LINE_QUANTITY)) }),
  /** Of all orders of the checkout that have not been shipped. */
  z.object({ kind: z.literal('address'), address }),
]);
export type OrderEdit = z.output<typeof orderEdit>;

const totals = z.object({
  items: rupees,
  discount: rupees,
  prepaid_discount: rupees,
  shipping: rupees,
  cod_fee: rupees,
  total: rupees,
});

const editPreview = z.object({
  order_number: z.string(),
  summary: z.string(),
  before: totals,
  after: totals,
  /** What becomes of the difference, as a sentence. */
  outcome: z.string(),
  /** What is to be returned, and what is due of an order paid already. */
  refund: rupees,
  due: rupees,
  /** What else to know before confirming, as sentences. */
  warnings: z.array(z.string()),
  /** Orders of the same checkout at another total. */
  others: z.array(z.object({ order_number: z.string(), before: rupees, after: rupees })),
  /** Names what the order was: an edit is refused when it is another by then. */
  state: z.string(),
});
export type EditPreview = z.output<typeof editPreview>;

const adminItem = z.extend(orderItem, {
  item_id: id,
  /** Left out for packers. */
  final_price: z.optional(rupees),
  /** Other sizes on sale, with their price in this order; left out for packers. */
  sizes: z.optional(z.array(z.object({ variant_id: id, product_variation: z.string(), price: rupees, stock: z.int() }))),
});
export type AdminOrderItem = z.output<typeof adminItem>;

const adminOrder = z.object({
  order_id: id,
  order_number: z.string(),
  order_date: timestamp,
  status: z.string(),
  payment_method: z.enum(paymentMethods),
  quantity: z.int(),
  seller_name: z.string(),
  items: z.array(adminItem),
  address: savedAddress,
  note: z.optional(z.string()),
  deliver_by: z.optional(z.string()),
  shipment: order.shape.shipment,
  to_collect: rupees,
  packed: z.optional(z.object({ at: timestamp, by: z.optional(z.string()) })),
  /** What the last call to the customer came to; for owners only. */
  call: z.optional(z.object({ result: z.enum(callResults), at: timestamp, by: z.optional(z.string()) })),
  /** Whether staff can record a call: on delivery, until it is shipped; for owners only. */
  can_record_call: z.optional(z.boolean()),
  staged: z.optional(z.object({ action_id: id, kind: z.string(), status: z.optional(z.string()), due_at: timestamp })),
  /** What staff can do next, by kind of change. */
  next: z.array(z.string()),
  /** Why the order cannot be edited, as a sentence; left out when it can. */
  not_editable: z.optional(z.string()),
  notes: z.array(z.object({ at: timestamp, by: z.optional(z.string()), text: z.string() })),
  /** For owners only. */
  money: z.optional(
    z.object({
      payment_status: z.enum(['pending', 'paid', 'failed', 'refunded']),
      totals,
      due: rupees,
      provider: z.optional(z.string()),
      provider_payment: z.optional(z.string()),
      refunds: z.array(z.object({ amount: rupees, returned: rupees, due_at: timestamp, done_at: z.optional(timestamp) })),
      papers: z.array(
        z.object({ kind: z.enum(['invoice', 'credit_note']), number: z.string(), issued_at: timestamp, url: z.string() }),
      ),
    }),
  ),
  /** What happened and who did what, the newest first; for owners only. */
  timeline: z.optional(
    z.array(z.object({ at: timestamp, text: z.string(), by: z.optional(z.string()), detail: z.optional(z.string()) })),
  ),
  /** For owners only. */
  customer: z.optional(
    z.object({
      customer_id: id,
      orders: z.int(),
      /** Of what was not cancelled and did not come back. */
      spent: rupees,
      came_back: z.int(),
      cancelled: z.int(),
      others: z.array(z.object({ order_number: z.string(), order_date: timestamp, status: z.string(), total: rupees })),
    }),
  ),
});
export type AdminOrder = z.output<typeof adminOrder>;

export const adminOrderCall = adminCall('adminOrder', 'GET /orders/{number}', 'packer', {
  summary: 'One order with everything about it; packers get what they pack, where it goes and what to collect.',
  params,
  reply: adminOrder,
});

export const adminPreviewEditCall = adminCall('adminPreviewEdit', 'POST /orders/{number}/preview-edit', 'owner', {
  summary: 'What a change of an order would cost, without making it.',
  params,
  body: z.object({ edit: orderEdit }),
  reply: editPreview,
});

export const adminEditOrderCall = adminCall('adminEditOrder', 'POST /orders/{number}/edit', 'owner', {
  summary: 'Changes an order that has not been shipped, as it was previewed.',
  params,
  body: z.object({
    edit: orderEdit,
    /** The order's total after the change, and what it was before, as previewed. */
    expected_total: rupees,
    state: z.string().check(z.maxLength(64)),
    form_id: formId,
  }),
  reply: z.object({ order_number: z.string(), total: rupees, text: z.string() }),
});

export const adminAddNoteCall = adminCall('adminAddNote', 'POST /orders/{number}/notes', 'packer', {
  summary: 'Adds a note of the shop to an order, which customers never see.',
  params,
  body: z.object({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: 'Write the note first.' }),
        z.maxLength(MAX_STAFF_NOTE, { error: `A note has at most ${MAX_STAFF_NOTE} characters.` }),
      ),
    form_id: formId,
  }),
  reply: z.object({ order_number: z.string() }),
});

export const adminCallResultCall = adminCall('adminCallResult', 'POST /orders/{number}/call-result', 'owner', {
  summary:
    'Records what a call to the customer of an order on delivery came to, in place of an earlier one. 409 for an order that is paid ahead, has been shipped or has ended.',
  params,
  body: z.object({ result: z.enum(callResults) }),
  reply: z.object({ order_number: z.string() }),
});

export const adminFindVariantsCall = adminCall('adminFindVariants', 'GET /orders/{number}/variants', 'owner', {
  summary: 'Products on sale by the order’s seller that a name or SKU finds, to be added to it.',
  params: z.object({ number, q: z.string().check(z.trim(), z.maxLength(100)) }),
  reply: z.array(
    z.object({ variant_id: id, product_name: z.string(), product_variation: z.string(), price: rupees, stock: z.int() }),
  ),
});

/** A change that can be undone for two minutes. */
const stagedReply = z.object({ order_number: z.string(), action_id: z.int() });

export const adminCancelOrderCall = adminCall('adminCancelOrder', 'POST /orders/{number}/cancel', 'owner', {
  summary: 'Cancels an order; the customer sees the reason. It can be undone for two minutes.',
  params,
  body: z.object({ reason, form_id: formId }),
  reply: stagedReply,
});

export const adminReturnOrderCall = adminCall('adminReturnOrder', 'POST /orders/{number}/return', 'owner', {
  summary: 'Records that a parcel came back to the shop. It can be undone for two minutes.',
  params,
  body: z.object({
    restock: z.boolean(),
    reason,
    form_id: formId,
  }),
  reply: stagedReply,
});

export const adminCorrectDeliveredCall = adminCall('adminCorrectDelivered', 'POST /orders/{number}/correct-delivered', 'owner', {
  summary: 'Corrects a wrong "delivered" for 7 days. It can be undone for two minutes.',
  params,
  body: z.object({
    to: z.enum(['dispatched', 'out_for_delivery', 'returned']),
    /** Whether the units of one that came back can be sold again. */
    restock: z.optional(z.boolean()),
    form_id: formId,
  }),
  reply: stagedReply,
});
