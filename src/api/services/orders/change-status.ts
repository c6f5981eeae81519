import { isDeepStrictEqual } from 'node:util';
import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { applyStatus, type LockedOrder, lockedOrderColumns, requireDispatched } from './apply-status.ts';
import { readShipments, setShipment } from './parcels/parcels.ts';
import { settleStaged } from './staged/stage.ts';

/** Locks an order by its number and applies what staff have staged on it; undefined when there is none. */
async function lockOrder(tx: Tx, orderNumber: string): Promise<LockedOrder | undefined> {
  const query = tx.selectFrom('orders').where('order_number', '=', normaliseOrderNumber(orderNumber));
  const found = await query.select(['id', 'customer_id']).executeTakeFirst();
  if (!found) return undefined;
  await lockCustomer(tx, found.customer_id);
  await settleStaged(tx, [found.id]);
  return query.select(lockedOrderColumns).executeTakeFirstOrThrow();
}

/**
 * Sets an order's status for the owner, with the courier if there is one, and notifies the customer. Cancelling and returning restore the
 * stock and create a refund; cancelling also releases the coupon use; dispatching issues the invoice; delivering marks cash on delivery as
 * paid. Returns false for an unknown order. Throws `StatusTransitionError` when the current status does not allow the change.
 */
export async function setOrderStatus(
  tx: Tx,
  orderNumber: string,
  status: OrderStatus,
  reason?: string,
  shipment?: Shipment,
): Promise<boolean> {
  const order = await lockOrder(tx, orderNumber);
  if (!order) return false;
  await applyStatus(tx, order, { status, reason, shipment });
  return true;
}

/**
 * Like `setOrderStatus`, for a caller that repeats what it did not see answered: an order that has the status already gets only its courier.
 * Returns its number and whether it has changed; undefined for an unknown order.
 */
export async function ensureOrderStatus(
  tx: Tx,
  orderNumber: string,
  { status, reason, shipment }: { status: OrderStatus; reason?: string | undefined; shipment?: Shipment | undefined },
): Promise<{ order_number: string; changed: boolean } | undefined> {
  const order = await lockOrder(tx, orderNumber);
  if (!order) return undefined;
  const { order_number } = order;
  if (order.status !== status) {
    await setOrderStatus(tx, orderNumber, status, reason, shipment);
    return { order_number, changed: true };
  }
  if (!shipment) return { order_number, changed: false };
  const [before] = await readShipments(tx, order.id);
  if (isDeepStrictEqual(before, shipment)) return { order_number, changed: false };
  await setOrderShipment(tx, orderNumber, shipment);
  return { order_number, changed: true };
}

/**
 * Sets or corrects the courier of a dispatched order, without a message to the customer. Returns false for an unknown order. Throws
 * `StatusTransitionError` when the order is not dispatched.
 */
export async function setOrderShipment(tx: Tx, orderNumber: string, shipment: Shipment): Promise<boolean> {
  const order = await lockOrder(tx, orderNumber);
  if (!order) return false;
  requireDispatched(order.status as OrderStatus);
  await setShipment(tx, order.id, shipment);
  return true;
}
