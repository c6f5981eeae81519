// Order statuses; five are specified and spelt exactly so.
export const PAYMENT_PENDING = 'payment is pending';
export const ORDER_PLACED = 'order has been placed';
export const ORDER_CONFIRMED = 'order is confirmed';
export const ORDER_DISPATCHED = 'order has been dispatched from retailer';
export const ORDER_PROCESSED = 'order is processed by wholesaler';
export const ORDER_READY = 'order is ready for pickup';
export const ORDER_OUT_FOR_DELIVERY = 'order is out for delivery';
export const ORDER_DELIVERED = 'order is delivered';
export const ORDER_RETURNED = 'order is returned to origin';
export const ORDER_CANCELLED = 'order is cancelled';

const cancellable = [PAYMENT_PENDING, ORDER_PLACED, ORDER_CONFIRMED, ORDER_DISPATCHED, ORDER_PROCESSED, ORDER_READY] as const;

export const orderStatuses = [...cancellable, ORDER_OUT_FOR_DELIVERY, ORDER_DELIVERED, ORDER_RETURNED, ORDER_CANCELLED] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses in which an order can be cancelled (specification, order details), including unpaid prepaid orders. */
export const cancellableStatuses: readonly OrderStatus[] = cancellable;
