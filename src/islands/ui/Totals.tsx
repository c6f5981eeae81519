import { formatPaise } from '#lib/rules/money.ts';
import { COD_FEE_LABEL, formatShipping } from '#lib/rules/shipping-text.ts';
import type { Amounts } from '#lib/rules/totals.ts';
import '#styles/ui/totals.css';

export interface TotalsRow {
  label: string;
  value: string | number;
}

/** Shipping in paise as a row, "Free" when it is 0 (specification 2.8). */
export const shippingRow = (paise: number): TotalsRow => ({ label: 'Shipping', value: formatShipping(paise) });

/** The discount in paise as a row; no row when there is none. */
export const discountRows = (paise: number): TotalsRow[] =>
  paise > 0 ? [{ label: 'Discount', value: `−${formatPaise(paise)}` }] : [];

/** The cash on delivery fee in paise as a row; no row when there is none. */
export const codFeeRows = (paise: number): TotalsRow[] =>
  paise > 0 ? [{ label: COD_FEE_LABEL, value: formatPaise(paise) }] : [];

/** What leads from the items to the total: discount if any, shipping, cash on delivery fee if any. */
export const chargeRows = ({ discount, shipping, codFee }: Omit<Amounts, 'items' | 'total'>): TotalsRow[] => [
  ...discountRows(discount),
  shippingRow(shipping),
  ...codFeeRows(codFee),
];

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
