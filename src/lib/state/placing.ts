import { address } from '#lib/contract/address.ts';
import type { Customer } from '#lib/contract/auth.ts';
import { IDEMPOTENCY_HEADER, checkout as placeCall } from '#lib/contract/checkout.ts';
import { TOAST_SHORT_MS } from '#lib/contract/limits.ts';
import { failure, success } from '#lib/contract/messages.ts';
import { toRupees } from '#lib/rules/money.ts';
import { callStore, isRefused, joined } from './call.ts';
import { $cartPaise, clearCart, fetchCart } from './cart.ts';
import { $checkout, type CheckoutBody, changeCheckout, freshCheckout, goToStep } from './checkout.ts';
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

async function send(attempt: CheckoutBody): Promise<Placed> {
  const idempotencyKey = $checkout.get().idempotencyKey || newIdempotencyKey();
  changeCheckout({ checkoutLoading: true, checkoutError: null, attempt, idempotencyKey });
  const outcome = await callStore(placeCall, { body: attempt, headers: { [IDEMPOTENCY_HEADER]: idempotencyKey } });
  changeCheckout({ checkoutLoading: false });
  if (!outcome) return 'unknown';
  if (!isRefused(outcome)) return takePlaced(outcome.data.order_id, outcome.data.customer, outcome.message);
  if (isUndecided(outcome.httpStatus)) {
    changeCheckout({ checkoutError: outcome.httpStatus === 0 ? failure.offline : joined(outcome.message) });
    return 'unknown';
  }
  toastError(outcome.message, { duration: TOAST_SHORT_MS });
  changeCheckout({ checkoutError: joined(outcome.message), attempt: null, idempotencyKey: newIdempotencyKey() });
  await fetchCart();
  return 'refused';
}

function takePlaced(order_id: readonly number[], customer: Customer, message: string | string[] | undefined): Placed {
  mergeCustomer(customer);
  clearCart();
  $checkout.set({ ...freshCheckout, success: true, order_id, message: message?.length ? joined(message) : success.orderPlaced });
  return 'placed';
}

/** No answer, a failing server, a session to renew or a pause to keep: whether the order was written is not known. */
const isUndecided = (status: number): boolean =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
