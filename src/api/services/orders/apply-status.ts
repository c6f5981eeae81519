import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { restoreStock } from '#api/services/catalogue/stock.ts';
import { recordOrderEvent } from '#api/services/events/order-events.ts';
import { issueCreditNotes } from '#api/services/invoices/issue-credit-notes.ts';
import { issueInvoice } from '#api/services/invoices/issue-invoice.ts';
import { createRefundsFor } from '#api/services/payment-records/refunds-of-orders.ts';
import { Refusal } from '#api/services/refusal.ts';
import { defaultCancelReasons } from '#lib/contract/messages/notices.ts';
import {
  ORDER_CANCELLED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_RETURNED,
  type OrderStatus,
} from '#lib/contract/order-status.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';
import { cancelLockedOrder } from './cancel.ts';
import { notifyOrderStatus } from './customer-mails-and-sms.ts';
import { readOrderUnits } from './order-units.ts';
import { setShipment } from './parcels/parcels.ts';
import { cancellableByOwner, isDispatched, listNextStatuses } from './status-transitions.ts';
import { addTimelineEvents } from './timeline-events.ts';

/** A status change, or a courier, that the order's current status does not allow. */
export class StatusTransitionError extends Refusal {
  constructor(sentence: string) {
    super(409, sentence);
  }
}

/** What a change of an order reads of it, after its customer was locked. */
export interface LockedOrder {
  id: number;
  order_number: string;
  checkout_id: number;
  status: string;
  payment_method: string;
  payment_status: string;
}

export const lockedOrderColumns = ['id', 'order_number', 'checkout_id', 'status', 'payment_method', 'payment_status'] as const;

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

export interface StatusChange {
  status: OrderStatus;
  reason?: string | undefined;
  shipment?: Shipment | undefined;
  /** Whether the units of an order that comes back can be sold again; yes by default. */
  restock?: boolean | undefined;
}

async function move(tx: Tx, order: LockedOrder, { status, reason, restock }: StatusChange): Promise<void> {
  if (status === ORDER_CANCELLED) {
    await cancelLockedOrder(tx, order, reason ?? defaultCancelReasons.byShop, cancellableByOwner);
    return;
  }
  if (status === ORDER_RETURNED) await returnOrder(tx, order, reason, { restock });
  else await advance(tx, order, status, reason);
  await notifyOrderStatus(tx, order.id, status);
}

/** Throws `StatusTransitionError` unless an order with this status may have a courier. */
export function requireDispatched(status: OrderStatus): void {
  if (isDispatched(status)) return;
  throw new StatusTransitionError(`An order has no courier while "${status}". Name the courier when the order is dispatched.`);
}

/**
 * Sets the status of an order, with the courier if there is one, and notifies the customer (see `setOrderStatus`). Expects the customer to be
 * locked, and nothing to be staged on the order. Throws `StatusTransitionError` when its status does not allow the change.
 */
export async function applyStatus(tx: Tx, order: LockedOrder, change: StatusChange): Promise<void> {
  const allowed = listNextStatuses(order.status as OrderStatus);
  if (!allowed.includes(change.status)) {
    const choices = allowed.length > 0 ? `It can become: ${allowed.join(', ')}.` : 'This status is final.';
    throw new StatusTransitionError(`"${order.status}" cannot become "${change.status}". ${choices}`);
  }
  if (change.shipment) {
    requireDispatched(change.status);
    await setShipment(tx, order.id, change.shipment);
  }
  await move(tx, order, change);
}

/**
 * Records that a parcel came back: restores its stock, issues its credit note, creates the refund of a paid order, and marks cash on
 * delivery as not collected. The coupon stays used. Without `restock` its units are not sold again. Expects the customer to be locked.
 */
export async function returnOrder(
  tx: Tx,
  { id, checkout_id, payment_status }: { id: number; checkout_id: number; payment_status: string },
  reason: string | undefined,
  { restock = true }: { restock?: boolean | undefined } = {},
): Promise<void> {
  const isPaid = payment_status === 'paid';
  const order = tx.selectFrom('orders').select(['final_amount', 'due_amount']).where('id', '=', id);
  const { final_amount, due_amount } = await order.executeTakeFirstOrThrow();
  await tx
    .updateTable('orders')
    .set({ status: ORDER_RETURNED, due_amount: 0, ...(!isPaid && { payment_status: 'failed' }) })
    .where('id', '=', id)
    .execute();
  await addTimelineEvents(tx, [id], { status: ORDER_RETURNED, reason: reason ?? null });
  if (restock) await restoreStock(tx, await readOrderUnits(tx, [id]));
  await issueCreditNotes(tx, [id]);
  if (isPaid) await createRefundsFor(tx, checkout_id, [{ id, final_amount: final_amount - due_amount }]);
}

/** Where an order is that was not delivered. */
export type Correction = { to: 'dispatched' | 'out_for_delivery' } | { to: 'returned'; restock: boolean };

/**
 * Corrects an order that was marked as delivered by mistake. Cash on delivery counts as not collected again. The customer is told of an order
 * that came back; one that is on its way still gets its message when it arrives. Expects the customer to be locked and the order to be delivered.
 */
export async function correctDelivered(tx: Tx, order: LockedOrder, correction: Correction): Promise<void> {
  const isUncollected = order.payment_method === 'cod' && order.payment_status === 'paid';
  const payment_status = isUncollected ? ('pending' as const) : order.payment_status;
  const reason = t('It had not been delivered');
  if (isUncollected) {
    await tx.updateTable('orders').set({ payment_status: 'pending' }).where('id', '=', order.id).execute();
  }
  if (correction.to === 'returned') {
    await returnOrder(tx, { ...order, payment_status }, reason, { restock: correction.restock });
    await notifyOrderStatus(tx, order.id, ORDER_RETURNED);
    return;
  }
  const status = correction.to === 'dispatched' ? ORDER_DISPATCHED : ORDER_OUT_FOR_DELIVERY;
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
  await addTimelineEvents(tx, [order.id], { status, reason });
}
