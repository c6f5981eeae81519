/** The types of events, in the order of the documentation. Apart from their data, so that the help of commands loads no schemas. */
export const eventTypes = [
  'order.placed',
  'order.paid',
  'order.changed',
  'order.cancelled',
  'order.dispatched',
  'order.delivered',
  'order.refunded',
  'customer.created',
  'product.changed',
  'stock.low',
  'message.received',
] as const;
export type EventType = (typeof eventTypes)[number];
