import { map } from 'nanostores';
import type { Outcome, Refused } from '#lib/client/request.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { success } from '#lib/contract/messages/successes.ts';
import {
  confirmPaymentCall,
  getPaymentCall,
  getPendingPaymentCall,
  type Payment,
  payOnDeliveryCall,
} from '#lib/contract/payments.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';
import { fetchCart } from '#lib/state/cart/customer-cart.ts';
import { $checkout, nextCheckout } from '#lib/state/checkout/checkout.ts';
import { registerForReset } from '#lib/state/persistence/shared-map.ts';
import { clearOnSignOut } from '#lib/state/session/session.ts';
import { $charges, refreshCharges } from '#lib/state/store/charges.ts';

/** The payment of the page. It belongs to this tab; the others learn of its end by the cart and the checkout. */
export interface PaymentState {
  /** Null until it is loaded, and when there is none. */
  payment: Payment | null;
  /** When it was loaded, in milliseconds since 1970; 0 if never. */
  loadedAt: number;
  loading: boolean;
  error: string | null;
  /** The store knows no such payment of this customer. */
  isMissing: boolean;
  /** A change that the shopper asked for is in progress. */
  isChanging: boolean;
}

const initial: PaymentState = {
  payment: null,
  loadedAt: 0,
  loading: false,
  error: null,
  isMissing: false,
  isChanging: false,
};

export const $payment = registerForReset(map(initial), initial);
clearOnSignOut($payment, initial);

const update = (change: Partial<PaymentState>): void => $payment.set({ ...$payment.get(), ...change });

/** Whether the orders of a payment are placed: paid, or to be paid on delivery. */
export const isPlaced = ({ status, payment_method }: Payment): boolean => status === 'paid' || payment_method === 'cod';

/** The page that belongs to a payment as it is now. */
export function pageOf(payment: Payment): string {
  if (isPlaced(payment)) return paths.orderPaid(payment.id);
  return payment.status === 'pending' ? paths.payment(payment.id) : paths.orderFailure(payment.id);
}

/** Seconds until a payment's hold expires, as it was loaded. */
export const secondsLeft = ({ seconds_left, expires_at }: Payment): number =>
  seconds_left ?? Math.max(0, Math.ceil((Date.parse(expires_at) - Date.now()) / 1000));

/**
 * Stores a payment. Once its orders are placed, the cart is loaded again, because the store has taken the ordered units out of it, and the
 * checkout that waited for the payment is over.
 */
function accept(payment: Payment, message: string | string[]): void {
  const { payment: before } = $payment.get();
  update({ payment, loadedAt: Date.now(), isMissing: false, error: null });
  if (!isPlaced(payment) || (before && isPlaced(before))) return;
  if ($checkout.get().payment_id === payment.id) $checkout.set({ ...nextCheckout(), order_id: payment.order_id, message });
  void fetchCart();
}

interface FetchOptions {
  /** Set when a successful load is repeated: shows neither progress nor a failure. */
  quiet?: boolean;
}

/** Loads a payment by its id; without one, the customer's newest that can still be made. */
export async function fetchPayment(id: string | null, { quiet = false }: FetchOptions = {}): Promise<void> {
  const sent: Promise<Outcome<typeof getPendingPaymentCall>> = id
    ? callStore(getPaymentCall, { params: { id } })
    : callStore(getPendingPaymentCall);
  const { reply, refused } = await runCall<typeof getPendingPaymentCall>(sent, {
    ...(!quiet && { track: update }),
  });
  if (refused && !quiet) update({ isMissing: refused.httpStatus === 404 });
  if (!reply) return;
  if (reply.data) accept(reply.data, messageOf(reply, success.orderPlaced));
  else update({ payment: null, isMissing: true });
}

const toast = { duration: TOAST_SHORT_MS };

/** Whether a refusal means that the stored payment may be outdated. */
const isOutdated = ({ httpStatus }: Refused): boolean => httpStatus === 404 || httpStatus === 409 || httpStatus === 422;

type ChangeCall = typeof confirmPaymentCall | typeof payOnDeliveryCall;

async function change(id: string, sent: Promise<Outcome<ChangeCall>>): Promise<ActionResult> {
  update({ isChanging: true });
  const { reply, refused, result } = await runCall<ChangeCall>(sent, { toast });
  if (reply) accept(reply.data, messageOf(reply, success.orderPlaced));
  else if (refused && isOutdated(refused)) await fetchPayment(id, { quiet: true });
  update({ isChanging: false });
  return result;
}

type Confirm = (id: string, body: BodyOf<typeof confirmPaymentCall>) => Promise<Outcome<ChangeCall>>;

let sendResult: Confirm = (id, body) => callStore(confirmPaymentCall, { params: { id }, body });

/** Sends results of payments by another call: on the page of a link, which has no session. */
export const confirmPaymentsBy = (send: Confirm): void => {
  sendResult = send;
};

/** Reports how the provider's payment button ended. */
export const confirmPayment = (id: string, body: BodyOf<typeof confirmPaymentCall>): Promise<ActionResult> =>
  change(id, sendResult(id, body));

/** What the orders of a payment cost on delivery without the fee, in paise: nothing is saved by paying ahead. */
export const payableOnDelivery = ({ amount, prepaid_discount }: Payment): number =>
  toPaise(amount) + toPaise(prepaid_discount ?? '0.00');

/** Changes the orders of a payment to cash on delivery, at the total that the page shows. Another one is refused, and then shown. */
export async function payOnDelivery(id: string): Promise<ActionResult> {
  const { payment } = $payment.get();
  const shown = payment?.id === id ? payment : undefined;
  const fee = shown?.cod?.fee ?? toRupees($charges.get().codFee);
  const total = shown && toRupees(payableOnDelivery(shown) + toPaise(fee));
  const body = { expected_fee: fee, ...(total && { expected_total: total }) };
  const result = await change(id, callStore(payOnDeliveryCall, { params: { id }, body }));
  if (result.code === 'total_changed') await refreshCharges();
  return result;
}
