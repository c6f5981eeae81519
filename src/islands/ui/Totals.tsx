import { formatPaise } from '#lib/rules/money.ts';
import '#styles/ui/totals.css';

/** What the cart costs; shipping is free (specification 2.8). */
export function Totals({ label, paise }: { label: string; paise: number }) {
  return (
    <dl className="totals">
      <div>
        <dt>{label}</dt>
        <dd>{formatPaise(paise)}</dd>
      </div>
      <div>
        <dt>Shipping</dt>
        <dd>Free</dd>
      </div>
      <div className="total">
        <dt>Total</dt>
        <dd>{formatPaise(paise)}</dd>
      </div>
    </dl>
  );
}
