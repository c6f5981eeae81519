import * as z from 'zod/mini';
import { address } from './address.ts';
import { defineCall, replyWith } from './call.ts';
import { id, moment, rupees } from './fields.ts';
import { failure } from './messages.ts';

/** Order statuses, the five that specification 2.8 names spelt exactly as it does. */
export const orderStatuses = [
  'payment is pending',
  'order has been placed',
  'order is confirmed',
  'order has been dispatched from retailer',
  'order is processed by wholesaler',
  'order is ready for pickup',
  'order is out for delivery',
  'order is delivered',
  'order is cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderItem = z.object({
  product_id: id,
  variant_id: z.nullable(id),
  slug: z.string(),
  product_name: z.string(),
  product_images: z.string(),
  product_variation: z.string(),
  quantity: z.int(),
  final_price: rupees,
});

export const order = z.object({
  order_id: id,
  order_number: z.string(),
  order_date: moment,
  status: z.enum(orderStatuses),
  payment_method: z.enum(['cod', 'prepaid']),
  payment_status: z.enum(['pending', 'paid', 'failed', 'refunded']),
  /** Sum of the lines before the discount. */
  price: rupees,
  final_amount: rupees,
  quantity: z.int(),
  discount_amount: rupees,
  seller_name: z.string(),
  items: z.array(orderItem),
  address,
  timeline: z.array(z.object({ status: z.enum(orderStatuses), at: moment })),
});
export type Order = z.output<typeof order>;

export const getOrders = defineCall({
  name: 'getOrders',
  method: 'GET',
  path: '/customer/orders',
  access: 'customer',
  summary: 'The customer’s orders, newest first.',
  reply: replyWith(z.array(order)),
  failure: failure.ordersFetch,
});
