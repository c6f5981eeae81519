import { isDeepStrictEqual } from 'node:util';
import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { restoreStock } from '#api/services/catalogue/stock.ts';
import { recordOrderEvent } from '#api/services/events/order-events.ts';
import { issueCreditNotes } from '#api/services/invoices/issue-credit-notes.ts';
import { issueInvoice } from '#api/services/invoices/issue-invoice.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { createRefundsFor } from '#api/services/payments/refunds.ts';
import { defaultCancelReasons } from '#lib/contract/messages/notices.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED, type OrderStatus } from '#lib/contract/order-status.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { cancelLockedOrder } from './cancel.ts';
import { notifyOrderStatus } from './customer-mails-and-sms.ts';
import { readOrderUnits } from './order-units.ts';
import { readShipments, setShipment } from './parcels/parcels.ts';
import { cancellableByOwner, isDispatched, listNextStatuses } from './status-transitions.ts';
import { addTimelineEvents } from './timeline-events.ts';

/** A status change, or a courier, that the order's current status does not allow. */
export class StatusTransitionError extends Error {}

interface LockedOrder {
  id: number;
  order_number: string;
  checkout_id: number;
  status: string;
  payment_method: string;
  payment_status: string;
}

/** Locks an order by its number; undefined when there is none. */
async function lockOrder(tx: Tx, orderNumber: string): Promise<LockedOrder | undefined> {
  const query = tx.selectFrom('orders').where('order_number', '=', normaliseOrderNumber(orderNumber));
  const found = await query.select('customer_id').executeTakeFirst();
  if (!found) return undefined;
  await lockCustomer(tx, found.customer_id);
  return query
    .select(['id', 'order_number', 'checkout_id', 'status', 'payment_method', 'payment_status'])
    .executeTakeFirstOrThrow();
}

/** Records the events of a change from `before`. An order that becomes delivered without having been dispatched gets both events. */
function recordProgress(tx: Tx, before: LockedOrder, row: OrderRow): void {
  if (!isDispatched(before.status as OrderStatus) && isDispatched(row.status as OrderStatus))
    recordOrderEvent(tx, 'order.dispatched', row);
  if (row.status === ORDER_DELIVERED) recordOrderEvent(tx, 'order.delivered', row);
  if (before.payment_status === 'pending' && row.payment_status === 'paid') recordOrderEvent(tx, 'order.paid', row);
}

/** Moves an order to a next status other than cancelled or returned, and issues its invoice when it is dispatched. */
async function advance(tx: Tx, order: LockedOrder, status: OrderStatus, reason: string | undefined): Promise<void> {
  const isPaid = status === ORDER_DELIVERED && order.payment_status === 'pending';
  const row = await tx
    .updateTable('orders')
    .set({ status, ...(isPaid && { payment_status: 'paid' }) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  recordProgress(tx, order, row);
  await addTimelineEvents(tx, [order.id], { status, reason: reason ?? null });
  if (isDispatched(status)) await issueInvoice(tx, order.id);
}

async function move(tx: Tx, order: LockedOrder, status: OrderStatus, reason: string | undefined): Promise<void> {
  if (status === ORDER_CANCELLED) {
    await cancelLockedOrder(tx, order, reason ?? defaultCancelReasons.byShop, cancellableByOwner);
    return;
  }
  if (status === ORDER_RETURNED) await returnOrder(tx, order, reason);
  else await advance(tx, order, status, reason);
  await notifyOrderStatus(tx, order.id, status);
}

/** Throws `StatusTransitionError` unless an order with this status may have a courier. */
function requireDispatched(status: OrderStatus): void {
  if (isDispatched(status)) return;
  throw new StatusTransitionError(`An order has no courier while "${status}". Name the courier when the order is dispatched.`);
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
  const allowed = listNextStatuses(order.status as OrderStatus);
  if (!allowed.includes(status)) {
    const choices = allowed.length > 0 ? `It can become: ${allowed.join(', ')}.` : 'This status is final.';
    throw new StatusTransitionError(`"${order.status}" cannot become "${status}". ${choices}`);
  }
  if (shipment) {
    requireDispatched(status);
    await setShipment(tx, order.id, shipment);
  }
  await move(tx, order, status, reason);
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

/**
 * Records that a parcel came back: restores its stock, issues its credit note, creates the refund of a paid order, and marks cash on
 * delivery as not collected. The coupon stays used. Expects the customer to be locked.
 */
export async function returnOrder(
  tx: Tx,
  { id, checkout_id, payment_status }: { id: number; checkout_id: number; payment_status: string },
  reason: string | undefined,
): Promise<void> {
  const isPaid = payment_status === 'paid';
  const { final_amount } = await tx
    .updateTable('orders')
    .set({ status: ORDER_RETURNED, ...(!isPaid && { payment_status: 'failed' }) })
    .where('id', '=', id)
    .returning('final_amount')
    .executeTakeFirstOrThrow();
  await addTimelineEvents(tx, [id], { status: ORDER_RETURNED, reason: reason ?? null });
  await restoreStock(tx, await readOrderUnits(tx, [id]));
  await issueCreditNotes(tx, [id]);
  if (isPaid) await createRefundsFor(tx, checkout_id, [{ id, final_amount }]);
}
