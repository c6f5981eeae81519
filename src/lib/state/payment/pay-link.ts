import { map } from 'nanostores';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import { confirmPayLinkCall, openPayLinkCall } from '#lib/contract/payments.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { $payment, confirmPaymentsBy } from './payment.ts';

interface PayLinkState {
  orderNumber: string;
  /** Null until it is loaded. */
  state: ReplyOf<typeof openPayLinkCall>['data']['state'] | null;
  loading: boolean;
  error: string | null;
  /** The store knows no order of this link. */
  isMissing: boolean;
}

/** What can be paid at the link of the page; the payment itself is `$payment`. */
export const $payLink = map<PayLinkState>({ orderNumber: '', state: null, loading: false, error: null, isMissing: false });

const update = (change: Partial<PayLinkState>): void => $payLink.set({ ...$payLink.get(), ...change });

/** Opens the payment of a link, or asks for its state again; `quiet` shows neither progress nor a failure. */
export async function fetchPayLink(token: string, { quiet = false }: { quiet?: boolean } = {}): Promise<void> {
  confirmPaymentsBy((id, body) => callStore(confirmPayLinkCall, { params: { token }, body: { id, ...body } }));
  const sent = callStore(openPayLinkCall, { params: { token } });
  const { reply, refused } = await runCall<typeof openPayLinkCall>(sent, { ...(!quiet && { track: update }) });
  if (refused && !quiet) update({ isMissing: refused.httpStatus === 404 });
  if (!reply) return;
  const { order_number, state, payment } = reply.data;
  update({ orderNumber: order_number, state, isMissing: false });
  const before = $payment.get().payment;
  // An open window of the provider keeps its payment.
  if (payment && (before?.id !== payment.id || before.status !== payment.status || before.confirming !== payment.confirming))
    $payment.set({ ...$payment.get(), payment, loadedAt: Date.now(), isMissing: false, error: null });
}
