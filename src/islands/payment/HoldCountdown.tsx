import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useCountdown } from '#islands/form/useCountdown.ts';
import type { Payment } from '#lib/contract/payments.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $payment, fetchPayment, secondsLeft } from '#lib/state/payment/payment.ts';
import '#styles/ui/notice.css';
import './HoldCountdown.css';

/** Formats seconds as minutes and seconds: "14:09". */
const formatSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** How long the items are still held; once it is over, what the shopper can do. */
export function HoldCountdown({ payment }: { payment: Payment }) {
  const { loadedAt } = useStore($payment);
  const seconds = useCountdown(loadedAt, secondsLeft(payment));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) void fetchPayment(payment.id, { quiet: true });
  }, [isOver, payment.id]);

  if (isOver) {
    return (
      <div className="notice" role="alert">
        <p>The time to pay is over, so we no longer hold your items.</p>
        <p>
          They are still in <a href={paths.cart}>your cart</a>: you can order them again while they are in stock.
        </p>
      </div>
    );
  }
  return (
    <p className="payment-hold" role="timer">
      We hold your items for <strong>{formatSeconds(seconds)}</strong> more.
    </p>
  );
}
