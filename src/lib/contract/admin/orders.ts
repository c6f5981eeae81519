import * as z from 'zod/mini';
import { MAX_CANCEL_REASON, MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import { id, rupees, timestamp } from '#lib/contract/fields.ts';
import { MAX_STAGED_ORDERS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { orderStatuses } from '#lib/contract/order-status.ts';
import { shipment } from '#lib/contract/orders.ts';
import { paymentMethods } from '#lib/contract/payment-methods.ts';
import { adminCall } from './admin-call.ts';
import { callResults } from './call-results.ts';
import { awbDigit } from './fulfilment.ts';
import { paymentFilters } from './payment-filters.ts';

/** The parts of the list of orders, in their order. */
export const orderTabs = ['to_confirm', 'to_pack', 'to_ship', 'on_the_way', 'delivered', 'ended', 'all', 'unpaid'] as const;
export type OrderTab = (typeof orderTabs)[number];

/** The parts that a packer sees. */
export const packerTabs: readonly OrderTab[] = ['to_pack', 'to_ship'];

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const orderNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** Filters as an address has them: an empty one is none. */
const filter = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.union([z.literal(''), schema]));

const listedOrder = z.object({
  order_number: z.string(),
  placed_at: timestamp,
  /** The status as staff see it: what was staged counts as done. */
  status: z.enum(orderStatuses),
  is_packed: z.boolean(),
  /** Of what is staged: the action that can be undone, and until when. */
  staged: z.optional(z.object({ action: id, due_at: timestamp })),
  customer: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  items: z.array(
    z.object({ product_name: z.string(), product_variation: z.string(), product_images: z.string(), quantity: z.int() }),
  ),
  quantity: z.int(),
  note: z.optional(z.string()),
  shipment: z.optional(shipment),
  to_collect: z.optional(rupees),
  /** The following are left out for a packer. */
  phone_number: z.optional(z.string()),
  total: z.optional(rupees),
  payment_method: z.optional(z.enum(paymentMethods)),
  payment_status: z.optional(z.enum(['pending', 'paid', 'failed', 'refunded'])),
  seller_name: z.optional(z.string()),
  /** What a call to the customer came to, until the order is shipped. */
  call_result: z.optional(z.enum(callResults)),
});

export const adminOrdersCall = adminCall('adminOrders', 'GET /orders', 'packer', {
  summary:
    'A page of the orders in a part of the list that match filters and a search, newest first, and how many orders each part has.',
  params: z.object({
    tab: filter(z.enum(orderTabs)),
    status: filter(z.enum(orderStatuses)),
    payment: filter(z.enum(paymentFilters)),
    seller: filter(z.string().check(z.regex(/^\d{1,15}$/))),
    pincode: filter(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
    /** First and last day in Indian time. */
    from: filter(day),
    to: filter(day),
    text: filter(z.string().check(z.maxLength(MAX_SEARCH))),
    /** Cursors of a reply: the page after the one that gave it, or before. */
    after: filter(z.string().check(z.maxLength(60))),
    before: filter(z.string().check(z.maxLength(60))),
  }),
  reply: z.object({
    tab: z.enum(orderTabs),
    orders: z.array(listedOrder),
    next: z.optional(z.string()),
    previous: z.optional(z.string()),
    /** Orders of each part that the member of staff sees, without filters; more than `MAX_COUNTED_ORDERS` are that and one. */
    counts: z.array(z.object({ tab: z.enum(orderTabs), count: z.int() })),
    /** For the filter; left out for a packer, and where the shop has one seller. */
    sellers: z.optional(z.array(z.object({ id, name: z.string() }))),
  }),
  failure: failure.ordersFetch,
});

const reason = z.optional(z.string().check(z.trim(), z.maxLength(MAX_CANCEL_REASON)));
const restock = z._default(z.boolean(), true);

/** What members of staff can do to orders in a click. */
const orderChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm') }),
  z.object({ kind: z.literal('pack') }),
  z.object({
    kind: z.literal('dispatch'),
    shipment: z.optional(z.extend(shipment, { tracking_number: shipment.shape.tracking_number.check(awbDigit) })),
  }),
  z.object({ kind: z.literal('out_for_delivery') }),
  z.object({ kind: z.literal('deliver') }),
  z.object({ kind: z.literal('return'), restock, reason }),
  z.object({ kind: z.literal('cancel'), reason }),
  z.object({ kind: z.literal('correct'), to: z.enum(['dispatched', 'out_for_delivery', 'returned']), restock }),
]);

/** What a packer may do. */
export const packerChanges: readonly string[] = ['pack', 'dispatch'];

const action = z.object({
  id,
  kind: z.enum(['confirm', 'pack', 'dispatch', 'out_for_delivery', 'deliver', 'return', 'cancel', 'correct']),
  made_at: timestamp,
  due_at: timestamp,
  /** Seconds in which it can still be undone; 0 when nothing of it can. */
  undo_seconds: z.int(),
  results: z.array(
    z.object({
      order: z.string(),
      ok: z.boolean(),
      /** Why nothing was done, or could not be undone. */
      reason: z.optional(z.string()),
      undone: z.optional(z.boolean()),
    }),
  ),
});

export const adminStageCall = adminCall('adminStage', 'POST /orders/stage', 'packer', {
  summary:
    'Changes orders, given by number: at once in lists of staff, and for everyone else when the time of Undo is over. Answers one result for each order. A packer may mark orders as packed and as shipped.',
  body: z.object({
    orders: z.array(orderNumber).check(z.minLength(1), z.maxLength(MAX_STAGED_ORDERS)),
    change: orderChange,
    /** Of the form that is sent: sending it again does nothing and gets what it did first. */
    form_id: z.optional(z.uuid()),
  }),
  reply: action,
});

export const adminUndoCall = adminCall('adminUndo', 'POST /orders/undo', 'packer', {
  summary: 'Takes back what an action has done to orders and has not left the shop yet, also of another member of staff.',
  body: z.object({ action: id }),
  reply: action,
});

export const adminActionCall = adminCall('adminAction', 'GET /orders/actions/{action}', 'packer', {
  summary: 'What an action has done, with one result for each order.',
  params: z.object({ action: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: action,
});
