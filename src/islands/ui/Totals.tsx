import { t } from '#lib/contract/text/t.ts';
import { formatPaise } from '#lib/rules/money.ts';
import type { TotalsRow } from './totals-rows.ts';

interface Props {
  rows: TotalsRow[];
  /** In paise. */
  total: number;
}

export function Totals({ rows, total }: Props) {
  return (
    <dl className="totals">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd translate={/\d/.test(String(value)) ? 'no' : undefined}>{value}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{t('Total')}</dt>
        <dd translate="no">{formatPaise(total)}</dd>
      </div>
    </dl>
  );
}
