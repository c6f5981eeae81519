import type { Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { requireOrder } from '#api/services/orders/find-order.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { CallResult } from '#lib/contract/admin/call-results.ts';
import { ORDER_CONFIRMED, ORDER_PLACED, type OrderStatus } from '#lib/contract/order-status.ts';
import { isoNow } from '#lib/rules/durations.ts';
import type { Editor } from './notes.ts';

/** The action of the audit log, with the results `before` and `after`. */
export const CALL_ACTION = 'order call';

/** The statuses in which a customer is called: until the order is shipped. */
export const calledStatuses: readonly OrderStatus[] = [ORDER_PLACED, ORDER_CONFIRMED];

/** Whether the customer of an order is called before it is shipped. */
export const isToBeCalled = ({ payment_method, status }: { payment_method: string; status: string }): boolean =>
  payment_method === 'cod' && calledStatuses.some((called) => called === status);

/** Records what a call to the customer came to. Returns the order's number. Throws a `Refusal`: 404 unknown order, 409 for one without a call. */
export async function recordCallResult(
  tx: Tx,
  orderNumber: string,
  { result, editor }: { result: CallResult; editor: Editor },
): Promise<string> {
  const order = await requireOrder(tx, orderNumber);
  if (order.payment_method !== 'cod') throw new Refusal(409, 'The order is paid ahead: no call is needed.');
  if (!isToBeCalled(order)) throw new Refusal(409, 'The order has been shipped or has ended: the call comes too late.');
  const { id, order_number, call_result: before } = order;
  await tx
    .updateTable('orders')
    .set({ call_result: result, called_at: isoNow(), called_by: editor.staffId })
    .where('id', '=', id)
    .execute();
  const detail = { before: before ?? 'none', after: result };
  await recordAudit(tx, { actor: editor.actor, action: CALL_ACTION, subject: `order:${order_number}`, detail });
  return order_number;
}
