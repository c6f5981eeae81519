import { useStore } from '@nanostores/react';
import { useCallback, useEffect } from 'react';
import { useLoad } from '#islands/ui/useLoad.ts';
import type { Payment } from '#lib/contract/payments.ts';
import { PAYMENT_POLL_MS } from '#lib/site/timings.ts';
import { $payment, fetchPayment, pageOf } from '#lib/state/payment/payment.ts';

/** The id in the page's URL; null without one, and on a server. */
export const readPaymentId = (): string | null =>
  typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('id');

interface Options {
  /** Whether the page is the right one for a payment; else the browser is sent to the one that is. */
  belongsHere: (payment: Payment) => boolean;
  /** Loads nothing for a URL without an id. */
  needsId?: boolean;
  /** The provider's window is open: the page stays until it closes, unless the orders are placed. */
  isWindowOpen?: boolean;
}

/**
 * Loads the payment of the page's URL and asks for it again while it is pending and the page is shown: it may be paid in another app.
 * Leaves for the page that belongs to its state.
 */
export function usePayment({ belongsHere, needsId = false, isWindowOpen = false }: Options) {
  const state = useStore($payment, { ssr: 'initial' });
  const { payment, error } = state;
  const load = useCallback(async () => {
    const id = readPaymentId();
    if (id || !needsId) await fetchPayment(id);
  }, [needsId]);
  useLoad(load, error !== null);

  const pendingId = payment?.status === 'pending' ? payment.id : undefined;
  useEffect(() => {
    if (!pendingId) return;
    const refresh = () => {
      if (document.visibilityState === 'visible') void fetchPayment(pendingId, { quiet: true });
    };
    const timer = setInterval(refresh, PAYMENT_POLL_MS);
    document.addEventListener('visibilitychange', refresh);
    addEventListener('pageshow', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('pageshow', refresh);
    };
  }, [pendingId]);

  const isElsewhere = payment !== null && !belongsHere(payment);
  const isLeaving = isElsewhere && (!isWindowOpen || payment.status === 'paid');
  useEffect(() => {
    if (isLeaving && payment) location.replace(pageOf(payment));
  }, [isLeaving, payment]);
  return { ...state, isLeaving };
}
