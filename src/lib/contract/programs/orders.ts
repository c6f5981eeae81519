import * as z from 'zod/mini';
import { defineCall, replyWith } from '#lib/contract/calls/define-call.ts';
import { MAX_ADDRESS_LINE, MAX_CANCEL_REASON } from '#lib/contract/field-lengths.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { orderStatuses } from '#lib/contract/order-status.ts';
import { order, orderItem, shipment } from '#lib/contract/orders.ts';

const orderNumber = z.string().check(z.minLength(1), z.maxLength(MAX_ADDRESS_LINE));

const programOrder = z.extend(order, {
  customer_id: z.int(),
  items: z.array(z.extend(orderItem, { sku: z.nullable(z.string()) })),
});
export type ProgramOrder = z.output<typeof programOrder>;

export const programOrdersCall = defineCall({
  name: 'programOrders',
  method: 'GET',
  path: '/programs/orders',
  access: 'key',
  scope: 'orders:read',
  summary:
    'Orders that were placed or whose status has changed since a cursor, in the order of the changes, each once and as it is now. Without a cursor: from the first order on. Repeating a call with its cursor returns the same orders, or newer states of them.',
  /** An empty cursor is none: a program sends the one that it has stored. */
  params: z.object({ cursor: z.optional(z.string().check(z.regex(/^\d{0,15}$/))) }),
  reply: replyWith(
    z.object({
      orders: z.array(programOrder),
      cursor: z.string(),
      more: z.boolean(),
    }),
  ),
  failure: failure.ordersFetch,
  beyondSpecification: true,
});

export const programOrderCall = defineCall({
  name: 'programOrder',
  method: 'GET',
  path: '/programs/orders/{order_number}',
  access: 'key',
  scope: 'orders:read',
  summary: 'One order by its number, such as the one that a webhook names.',
  params: z.object({ order_number: orderNumber }),
  reply: replyWith(programOrder),
  failure: failure.ordersFetch,
  beyondSpecification: true,
});

export const programOrderStatusCall = defineCall({
  name: 'programOrderStatus',
  method: 'POST',
  path: '/programs/order-status',
  access: 'key',
  scope: 'orders:write',
  summary:
    'Sets the status of an order, with its courier and tracking number, and tells the customer. An order that has the status already stays as it is, except for its courier. 409 when its status does not allow the change.',
  body: z.object({
    order_number: orderNumber,
    status: z.enum(orderStatuses),
    /** For the timeline, which the customer sees. */
    reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_CANCEL_REASON))),
    shipment: z.optional(shipment),
  }),
  reply: replyWith(
    z.object({
      order_number: z.string(),
      status: z.enum(orderStatuses),
      changed: z.boolean(),
    }),
  ),
  failure: failure.generic,
  beyondSpecification: true,
});
