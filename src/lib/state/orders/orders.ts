import type * as z from 'zod/mini';
import { refuse } from '#lib/client/request.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import {
  type cancelForm,
  cancelOrderCall,
  type FormerOrder,
  getOrdersCall,
  type Order,
  OTHER_REASON,
} from '#lib/contract/orders.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';
import { clearOnSignOut, isSignedIn } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

export interface OrdersState {
  /** The customer's orders, newest first; null until they are loaded. */
  orders: readonly Order[] | null;
  /** Orders of the former shop, newest first. */
  former: readonly FormerOrder[];
  loading: boolean;
  error: string | null;
}

const initial: OrdersState = { orders: null, former: [], loading: false, error: null };

export const $orders = createSharedMap('orders', initial, { local: ['loading', 'error'] });
clearOnSignOut($orders, initial);

/** Loads the customer's orders; a failure keeps the orders loaded before. */
export async function fetchOrders(): Promise<void> {
  await runCall(callStore(getOrdersCall), {
    track: trackIn($orders),
    apply: ({ data, former_orders = [] }) => {
      $orders.setKey('former', former_orders);
      $orders.setKey('orders', data);
    },
  });
}

const toast = { duration: TOAST_SHORT_MS };

/**
 * Cancels an order and reloads the orders, also when the order's status has changed meanwhile, as specified. The free text is sent
 * with the reason "Other" only. Refused without a call when no one is signed in (specification, permissions).
 */
export async function cancelOrder(order_id: number, reason: z.output<typeof cancelForm>): Promise<ActionResult> {
  const { reject_reason_select } = reason;
  const text = reject_reason_select === OTHER_REASON ? reason.reject_reason_input?.trim() : undefined;
  const body = { order_id, reject_reason_select, ...(text && { reject_reason_input: text }) };
  const sent = isSignedIn() ? callStore(cancelOrderCall, { body }) : Promise.resolve(refuse(failure.notAuthenticated, 401));
  const { reply, refused, result } = await runCall<typeof cancelOrderCall>(sent, { toast });
  if (reply) toastSuccess(messageOf(reply, success.orderCancelled), toast);
  if (reply || refused?.httpStatus === 404 || refused?.httpStatus === 409) await fetchOrders();
  return result;
}
