import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PLACED,
  ORDER_PROCESSED,
  ORDER_READY,
  ORDER_RETURNED,
  type OrderStatus,
  PAYMENT_PENDING,
} from '#lib/contract/order-status.ts';

const afterReady = [ORDER_OUT_FOR_DELIVERY, ORDER_DELIVERED, ORDER_RETURNED, ORDER_CANCELLED] as const;
const afterDispatch = [ORDER_READY, ...afterReady] as const;
const beforeDispatch = [ORDER_DISPATCHED, ORDER_PROCESSED, ORDER_READY, ORDER_OUT_FOR_DELIVERY, ORDER_DELIVERED] as const;

/** The statuses to which the owner may move an order; steps may be skipped. Only its payment places an order that awaits payment. */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  [PAYMENT_PENDING]: [ORDER_CANCELLED],
  [ORDER_PLACED]: [ORDER_CONFIRMED, ...beforeDispatch, ORDER_CANCELLED],
  [ORDER_CONFIRMED]: [...beforeDispatch, ORDER_CANCELLED],
  [ORDER_DISPATCHED]: afterDispatch,
  [ORDER_PROCESSED]: afterDispatch,
  [ORDER_READY]: afterReady,
  [ORDER_OUT_FOR_DELIVERY]: [ORDER_DELIVERED, ORDER_RETURNED, ORDER_CANCELLED],
  [ORDER_DELIVERED]: [],
  [ORDER_RETURNED]: [],
  [ORDER_CANCELLED]: [],
};

/** The statuses to which the owner may move an order; none when its status is final. */
export const listNextStatuses = (status: OrderStatus): readonly OrderStatus[] => transitions[status];

/** Whether the goods have left the seller; the order then has an invoice and may have a courier. */
export const isDispatched = (status: OrderStatus): boolean =>
  status === ORDER_DELIVERED || status === ORDER_RETURNED || isOnTheWay(status);

/** Whether a parcel has left the seller and has neither arrived nor come back. */
export const isOnTheWay = (status: OrderStatus): boolean => transitions[status].includes(ORDER_RETURNED);

/** The statuses of orders on their way, and of those that have been sent and did not come back. */
export const onTheWay = (Object.keys(transitions) as OrderStatus[]).filter(isOnTheWay);
export const sent = [...onTheWay, ORDER_DELIVERED];

/**
 * The statuses in which the owner may cancel an order, such as a parcel that was lost. Those of customers, which the site reads too, are
 * `cancellableStatuses` in lib/contract/order-status.ts.
 */
export const cancellableByOwner = (Object.keys(transitions) as OrderStatus[]).filter((status) =>
  transitions[status].includes(ORDER_CANCELLED),
);
