import { formatPaise } from '#lib/rules/money.ts';
import '#styles/ui/totals.css';

export interface TotalsRow {
  label: string;
  value: string | number;
}

/** Shipping is always free (specification 2.8). */
export const shippingRow: TotalsRow = { label: 'Shipping', value: 'Free' };

/** The discount in paise as a row; no row when there is none. */
export const discountRows = (paise: number): TotalsRow[] =>
  paise > 0 ? [{ label: 'Discount', value: `−${formatPaise(paise)}` }] : [];

interface Props {
  rows: TotalsRow[];
  /** In paise. */
  total: number;
}

/** Amounts of a cart or order, with the total last. */
export function Totals({ rows, total }: Props) {
  return (
    <dl className="totals">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="total">
        <dt>Total</dt>
        <dd>{formatPaise(total)}</dd>
      </div>
    </dl>
  );
}
