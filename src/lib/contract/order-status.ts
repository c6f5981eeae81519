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
