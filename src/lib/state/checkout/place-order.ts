import { isOtherStore } from '#lib/client/other-store.ts';
import { type FailedResponse, isRefused, isServerFailure, type Refused } from '#lib/client/request.ts';
import { address } from '#lib/contract/address.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import { getCartCall } from '#lib/contract/cart.ts';
import { type CheckoutBody, checkoutCall } from '#lib/contract/checkout.ts';
import { orderNote } from '#lib/contract/fields.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { toRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { $cartView, clearCart } from '#lib/state/cart/cart.ts';
import { fetchCart } from '#lib/state/cart/customer-cart.ts';
import { mergeCustomer } from '#lib/state/session/session.ts';
import { isByPincode } from '#lib/state/store/ask-quote.ts';
import { toastError } from '#lib/state/ui/toasts.ts';
import { $checkout, type CheckoutState, createIdempotencyKey, goToStep, nextCheckout, updateCheckout } from './checkout.ts';
import { findDeliveryProblem } from './delivery-quote.ts';
import { $totals } from './totals.ts';
import { isTotalUnconfirmed } from './unconfirmed-total.ts';

/** The ids of the customer's orders, and whether the store's cart is empty; undefined where either cannot be read. */
async function readPlaced(): Promise<{ orders: number[]; isCartEmpty: boolean } | undefined> {
  const [orders, cart] = await Promise.all([callStore(getOrdersCall), callStore(getCartCall)]);
  if (!orders || !cart || isRefused(orders) || isRefused(cart)) return undefined;
  return { orders: orders.data.map(({ order_id }) => order_id), isCartEmpty: cart.data.cart.length === 0 };
}

/** Result of an attempt: placed; held until it is paid; refused, with nothing written; or unknown, to be retried. */
export type PlaceOrderResult = 'placed' | 'held' | 'refused' | 'unknown';

/**
 * Orders the server's cart for the address in the form and the total on the page. While the result of an earlier attempt is unknown,
 * retries that one: the same body with the same idempotency key never orders twice.
 */
export async function placeOrder(): Promise<PlaceOrderResult> {
  const { attempt, form, payment_method, discount, checkoutLoading } = $checkout.get();
  if (checkoutLoading) return 'unknown';
  if (attempt) return isOtherStore() ? lookAndSend(attempt) : send(attempt);
  if ($cartView.get() === 'loading') return 'refused';
  const parsed = address.safeParse(form);
  if (!parsed.success) {
    goToStep('address');
    return 'refused';
  }
  const problem = isByPincode() ? await findProblem() : undefined;
  if (problem) {
    updateCheckout({ checkoutError: problem });
    return 'refused';
  }
  if (isTotalUnconfirmed()) {
    updateCheckout({ checkoutError: failure.totalChanged });
    return 'refused';
  }
  const note = isOtherStore() ? undefined : orderNote.safeParse(form['note']).data;
  if (isOtherStore()) updateCheckout({ ordersBefore: (await readPlaced())?.orders ?? null });
  return send({
    address: parsed.data,
    payment_method,
    ...(discount && { coupon_code: discount.coupon_code }),
    expected_total: toRupees($totals.get().total),
    ...(note && { note }),
  });
}

/** Why nothing can be delivered to the address; the button waits meanwhile. */
async function findProblem(): Promise<string | undefined> {
  updateCheckout({ checkoutLoading: true, checkoutError: null });
  const problem = await findDeliveryProblem();
  updateCheckout({ checkoutLoading: false });
  return problem;
}

/**
 * Retries at a store that may not know the key: only when its orders and its cart say that the first attempt placed none. Otherwise the
 * order is placed, or the shopper is told that this is not known.
 */
async function lookAndSend(attempt: CheckoutBody): Promise<PlaceOrderResult> {
  updateCheckout({ checkoutLoading: true, checkoutError: null });
  const { ordersBefore } = $checkout.get();
  const found = await readPlaced();
  updateCheckout({ checkoutLoading: false });
  const placed = found && ordersBefore && found.orders.filter((id) => !ordersBefore.includes(id));
  if (found && (placed?.length || found.isCartEmpty)) return finish({ order_id: placed ?? [] }, success.orderPlaced);
  if (found && (ordersBefore || found.orders.length === 0)) return send(attempt);
  updateCheckout({ checkoutError: failure.checkoutUnclear });
  return 'unknown';
}

type CheckoutData = ReplyOf<typeof checkoutCall>['data'];

const toast = { duration: TOAST_SHORT_MS };

async function send(attempt: CheckoutBody): Promise<PlaceOrderResult> {
  const idempotencyKey = $checkout.get().idempotencyKey || createIdempotencyKey();
  updateCheckout({ attempt, idempotencyKey });
  const { reply, refused } = await runCall(
    callStore(checkoutCall, { body: { ...attempt, idempotency_key: idempotencyKey }, failure: defaultFailure }),
    {
      track: ({ loading, error }) =>
        updateCheckout({ checkoutLoading: loading, ...(error !== undefined && { checkoutError: error }) }),
      toast,
    },
  );
  if (reply) {
    // Our own store names its orders: a reply without any is not the store's.
    if (reply.data.order_id.length > 0 || isOtherStore()) return finish(reply.data, messageOf(reply, success.orderPlaced));
    toastError(failure.placeOrder, toast);
    updateCheckout({ checkoutError: failure.placeOrder });
    return 'unknown';
  }
  if (!refused || isUndecided(refused)) return 'unknown';
  updateCheckout({ attempt: null, idempotencyKey: createIdempotencyKey() });
  await fetchCart();
  return 'refused';
}

function finish({ order_id, customer, payment, notified }: CheckoutData, message: string | string[]): PlaceOrderResult {
  if (customer) mergeCustomer(customer);
  if (payment) {
    // The cart keeps its lines until the orders are paid, and the form its input, in case the payment fails.
    updateCheckout({ success: true, order_id, payment_id: payment.id, message: null, attempt: null, idempotencyKey: '' });
    return 'held';
  }
  clearCart();
  $checkout.set({ ...nextCheckout(), success: true, order_id, message, notified: notified ?? null });
  return 'placed';
}

/** The page that the checkout leads to: the payment, or the thanks. */
export const afterCheckout = ({ payment_id }: Pick<CheckoutState, 'payment_id'>): string =>
  payment_id ? paths.payment(payment_id) : paths.orderSuccess;

/** Refused and interrupted checkouts have different default messages (specification, messages). */
const defaultFailure = ({ httpStatus }: FailedResponse): string =>
  isUndecided({ httpStatus }) ? failure.checkoutWrong : failure.checkout;

/** Statuses after which the same checkout is retried: an expired session, a timeout, a rate limit. */
const RETRIED = [401, 408, 429];

/** Whether the order may have been written, or the same attempt may still succeed. */
const isUndecided = (refused: Pick<Refused, 'httpStatus' | 'unreadable'>): boolean =>
  isServerFailure(refused) || RETRIED.includes(refused.httpStatus);
