import type { FailedAnswer } from '#lib/client/request.ts';
import { address } from '#lib/contract/address.ts';
import type { Customer } from '#lib/contract/auth.ts';
import { IDEMPOTENCY_HEADER, checkout as placeCall } from '#lib/contract/checkout.ts';
import { TOAST_SHORT_MS } from '#lib/contract/limits.ts';
import { failure, success } from '#lib/contract/messages.ts';
import { toRupees } from '#lib/rules/money.ts';
import { callStore, isRefused, joined, toastRefusal } from './call.ts';
import { $cartPaise, clearCart, fetchCart } from './cart.ts';
import { $checkout, type CheckoutBody, changeCheckout, freshCheckout, goToStep } from './checkout.ts';
import { fetchFailure } from './fetch-failure.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { mergeCustomer } from './session.ts';
import { toastError } from './toast.ts';

/** How an attempt to order ended: placed; refused, with nothing written; or unknown, so that it has to be repeated. */
export type Placed = 'placed' | 'refused' | 'unknown';

/**
 * Orders what is in the server's cart, for the address that was typed and the total that is shown. While the fate of an earlier
 * attempt is unknown, that one is sent again instead: the same body under the same key is the same checkout and never orders twice.
 */
export async function placeOrder(): Promise<Placed> {
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

async function send(attempt: CheckoutBody): Promise<Placed> {
  const idempotencyKey = $checkout.get().idempotencyKey || newIdempotencyKey();
  changeCheckout({ checkoutLoading: true, checkoutError: null, attempt, idempotencyKey });
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
  const outcome = await callStore(placeCall, { body: attempt, headers, failure: defaultFailure });
  changeCheckout({ checkoutLoading: false });
  if (!outcome) return 'unknown';
  if (!isRefused(outcome)) {
    const { order_id, customer } = outcome.data;
    if (order_id.length > 0) return takePlaced(order_id, customer, outcome.message);
    toastError(failure.placeOrder, about);
    changeCheckout({ checkoutError: failure.placeOrder });
    return 'unknown';
  }
  toastRefusal(outcome, about);
  if (outcome.unreadable || isUndecided(outcome.httpStatus)) {
    changeCheckout({ checkoutError: fetchFailure(outcome) });
    return 'unknown';
  }
  changeCheckout({ checkoutError: joined(outcome.message), attempt: null, idempotencyKey: newIdempotencyKey() });
  await fetchCart();
  return 'refused';
}

function takePlaced(order_id: readonly number[], customer: Customer, message: string | string[] | undefined): Placed {
  mergeCustomer(customer);
  clearCart();
  $checkout.set({ ...freshCheckout, success: true, order_id, message: message?.length ? message : success.orderPlaced });
  return 'placed';
}

/** A refusal and a checkout that broke off have different default messages (specification 8). */
const defaultFailure = ({ httpStatus }: FailedAnswer): string =>
  isUndecided(httpStatus) ? failure.checkoutWrong : failure.checkout;

/** No answer, a failing server, a session to renew or a pause to keep: whether the order was written is not known. */
const isUndecided = (status: number): boolean =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
