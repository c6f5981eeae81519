import { map } from 'nanostores';
import type * as z from 'zod/mini';
import type { Refused } from '#lib/client/request.ts';
import { cancelOrderCall as cancelCall, type cancelForm, getOrdersCall, type Order, OTHER_REASON } from '#lib/contract/orders.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import type { ActionResult } from '#lib/state/auth/complete-sign-in.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { registerForReset } from '#lib/state/persistence/reset.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { describeFailure } from '#lib/state/session/failure-text.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

export interface OrdersState {
  /** The customer's orders, newest first; null until they were fetched. */
  orders: readonly Order[] | null;
  loading: boolean;
  error: string | null;
}

const unknown: OrdersState = { orders: null, loading: false, error: null };

export const $orders = registerForReset(map(unknown), unknown);
syncAcrossTabs('orders', $orders, ['loading', 'error']);
// Whoever signs in next has other orders.
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $orders.get().orders) $orders.set(inheritOrigin(auth, { ...unknown }));
});

/** Loads the customer's orders; those that were loaded before stay when it fails. */
export async function fetchOrders(): Promise<void> {
  $orders.set({ ...$orders.get(), loading: true, error: null });
  const outcome = await callStore(getOrdersCall);
  if (!outcome) return $orders.setKey('loading', false);
  if (isRefused(outcome)) return $orders.set({ ...$orders.get(), loading: false, error: describeFailure(outcome) });
  $orders.set({ orders: outcome.data, loading: false, error: null });
}

const about = { duration: TOAST_SHORT_MS, subject: 'cancel order' };

/**
 * Calls an order off, says what the store says and loads the orders anew (specification 4.5). Words are sent with the reason "Other" only.
 * Nothing happens unless a customer is signed in (specification 6). An order that has moved on meanwhile is loaded anew too.
 */
export async function cancelOrder(order_id: number, reason: z.output<typeof cancelForm>): Promise<ActionResult> {
  if (!isSignedIn()) return refused({ success: false, message: failure.notAuthenticated, httpStatus: 401 });
  const { reject_reason_select } = reason;
  const words = reject_reason_select === OTHER_REASON ? reason.reject_reason_input?.trim() : undefined;
  const outcome = await callStore(cancelCall, {
    body: { order_id, reject_reason_select, ...(words && { reject_reason_input: words }) },
  });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    if (outcome.httpStatus === 404 || outcome.httpStatus === 409) await fetchOrders();
    return refused(outcome);
  }
  toastSuccess(outcome.message?.length ? outcome.message : success.orderCancelled, about);
  await fetchOrders();
  return { ok: true };
}

function refused(refusal: Refused): ActionResult {
  toastRefusal(refusal, about);
  return { ok: false, message: joinMessages(refusal.message), ...(refusal.errors && { fields: refusal.errors }) };
}
