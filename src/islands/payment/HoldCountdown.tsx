import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useCountdown } from '#islands/form/useCountdown.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import type { Payment } from '#lib/contract/payments.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
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
        <p>{t('The time to pay is over, so we no longer hold your items.')}</p>
        <p>
          <Sentence
            parts={tParts('They are still in {cart}: you can order them again while they are in stock.', {
              cart: <a href={paths.cart}>{t('your cart')}</a>,
            })}
          />
        </p>
      </div>
    );
  }
  return (
    <p className="payment-hold" role="timer">
      <Sentence parts={tParts('We hold your items for {time} more.', { time: <strong>{formatSeconds(seconds)}</strong> })} />
    </p>
  );
}
