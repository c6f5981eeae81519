import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { cancellableStatuses } from '#lib/contract/order-status.ts';
import { type cancelOrderCall, OTHER_REASON } from '#lib/contract/orders.ts';
import { cancelLockedOrder } from './cancel-order-or-payment.ts';

type CancelRequest = ParsedBodyOf<typeof cancelOrderCall>;

/** Formats the reason for the timeline: the text alone for "Other", else the selected reason and the text. */
function formatReason({ reject_reason_select: selected, reject_reason_input: text }: CancelRequest): string {
  if (!text) return selected;
  return selected === OTHER_REASON ? text : `${selected}: ${text}`;
}

/**
 * Cancels an order for its customer (specification 2.8, 4.5). Throws a `Refusal`: 404 when the customer has no such order, 409 when it is
 * already cancelled or no longer cancellable.
 */
export async function cancelCustomerOrder(tx: Tx, customerId: number, request: CancelRequest): Promise<void> {
  await lockCustomer(tx, customerId);
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'checkout_id', 'status'])
    .where('id', '=', request.order_id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!order) throw new Refusal(404, failure.orderMissing);
  await cancelLockedOrder(tx, order, formatReason(request), cancellableStatuses);
}
