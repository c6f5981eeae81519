import type { PaymentOption } from '#lib/contract/payment-methods.ts';
import './PaymentMark.css';

/** A phone, a card and a banknote. */
const shapes: Record<PaymentOption, string> = {
  upi: 'M7 2.5h10v19H7zM11 18.5h2M14 7l-4 4h4l-4 4',
  card: 'M2.5 5h19v14h-19zM2.5 9.5h19M6 15h4',
  cod: 'M2.5 6h19v12h-19zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M6 12h.01M18 12h.01',
};

export function PaymentMark({ option }: { option: PaymentOption }) {
  return (
    <svg className="payment-mark" viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={shapes[option]} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
