import * as z from 'zod/mini';
import { id } from '#lib/contract/fields.ts';
import { paymentMethods } from '#lib/contract/payment-methods.ts';
import type { EventType } from './event-types.ts';

// What programs are told. Amounts are integers in paise. No event has personal data: a receiver reads by the ids what it may see.

const orderEvent = z.object({
  order_id: id,
  order_number: z.string(),
  status: z.string(),
  payment_method: z.enum(paymentMethods),
  payment_status: z.enum(['pending', 'paid', 'failed', 'refunded']),
  final_amount: z.int(),
});

/** The data of each event, by its type. */
export const eventData = {
  'order.placed': orderEvent,
  'order.paid': orderEvent,
  /** By the shop, before it was shipped. */
  'order.changed': orderEvent,
  'order.cancelled': orderEvent,
  'order.dispatched': orderEvent,
  'order.delivered': orderEvent,
  /** `refunded_amount` is what was returned now. */
  'order.refunded': z.extend(orderEvent, { refunded_amount: z.int() }),
  'customer.created': z.object({ customer_id: id }),
  'product.changed': z.object({
    cause: z.enum(['import', 'undo', 'rename', 'program', 'sale']),
    count: z.int(),
    /** Their ids, of more than `MAX_EVENT_PRODUCTS` the first ones only. */
    product_ids: z.array(id),
    /** Whether `product_ids` has all of them. */
    complete: z.boolean(),
  }),
  'stock.low': z.object({ product_id: id, variant_id: id, stock: z.int() }),
  'message.received': z.object({ message_id: id }),
} as const satisfies Record<EventType, z.ZodMiniObject>;

export type EventDataOf<Type extends EventType> = z.output<(typeof eventData)[Type]>;
