import type { FailedResponse } from '#lib/client/request.ts';
import { address } from '#lib/contract/address.ts';
import type { Customer } from '#lib/contract/auth.ts';
import { IDEMPOTENCY_HEADER, checkoutCall as placeCall } from '#lib/contract/checkout.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { toRupees } from '#lib/rules/money.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { $cartPaise, clearCart, fetchCart } from '#lib/state/cart/cart.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { describeFailure } from '#lib/state/session/failure-text.ts';
import { mergeCustomer } from '#lib/state/session/session.ts';
import { toastError } from '#lib/state/ui/toasts.ts';
import { $checkout, type CheckoutBody, goToStep, initialCheckout, updateCheckout } from './checkout.ts';
import { createIdempotencyKey } from './idempotency-key.ts';

/** How an attempt to order ended: placed; refused, with nothing written; or unknown, so that it has to be repeated. */
export type PlaceOrderResult = 'placed' | 'refused' | 'unknown';

/**
 * Orders what is in the server's cart, for the address that was typed and the total that is shown. While the fate of an earlier
 * attempt is unknown, that one is sent again instead: the same body under the same key is the same checkout and never orders twice.
 */
export async function placeOrder(): Promise<PlaceOrderResult> {
  const { attempt, form, payment_method, checkoutLoading } = $checkout.get();
  if (checkoutLoading) return 'unknown';
  if (attempt) return send(attempt);
  const typed = address.safeParse(form);
  if (!typed.success) {
    goToStep('address');
    return 'refused';
  }
  return send({ address: typed.data, payment_method, expected_total: toRupees($cartPaise.get()) });
}

const about = { duration: TOAST_SHORT_MS, subject: 'checkout' };

async function send(attempt: CheckoutBody): Promise<PlaceOrderResult> {
  const idempotencyKey = $checkout.get().idempotencyKey || createIdempotencyKey();
  updateCheckout({ checkoutLoading: true, checkoutError: null, attempt, idempotencyKey });
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
  const outcome = await callStore(placeCall, { body: attempt, headers, failure: defaultFailure });
  updateCheckout({ checkoutLoading: false });
  if (!outcome) return 'unknown';
  if (!isRefused(outcome)) {
    const { order_id, customer } = outcome.data;
    if (order_id.length > 0) return takePlaced(order_id, customer, outcome.message);
    toastError(failure.placeOrder, about);
    updateCheckout({ checkoutError: failure.placeOrder });
    return 'unknown';
  }
  toastRefusal(outcome, about);
  if (outcome.unreadable || isUndecided(outcome.httpStatus)) {
    updateCheckout({ checkoutError: describeFailure(outcome) });
    return 'unknown';
  }
  updateCheckout({ checkoutError: joinMessages(outcome.message), attempt: null, idempotencyKey: createIdempotencyKey() });
  await fetchCart();
  return 'refused';
}

function takePlaced(order_id: readonly number[], customer: Customer, message: string | string[] | undefined): PlaceOrderResult {
  mergeCustomer(customer);
  clearCart();
  $checkout.set({ ...initialCheckout, success: true, order_id, message: message?.length ? message : success.orderPlaced });
  return 'placed';
}

/** A refusal and a checkout that broke off have different default messages (specification 8). */
const defaultFailure = ({ httpStatus }: FailedResponse): string =>
  isUndecided(httpStatus) ? failure.checkoutWrong : failure.checkout;

/** No answer, a failing server, a session to renew or a pause to keep: whether the order was written is not known. */
const isUndecided = (status: number): boolean =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
