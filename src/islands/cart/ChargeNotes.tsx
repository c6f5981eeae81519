import { useStore } from '@nanostores/react';
import { formatPaise } from '#lib/rules/money.ts';
import { $totals } from '#lib/state/checkout/totals.ts';
import { $charges } from '#lib/state/store/charges.ts';

/** What the totals do not show: how much is missing for free shipping, and a fee that another payment method adds. */
export function ChargeNotes() {
  const { items, shipping, codFee, total } = useStore($totals);
  const charges = useStore($charges);
  return (
    <>
      {shipping > 0 && charges.freeFrom !== null && (
        <p className="quiet">Add {formatPaise(charges.freeFrom - items)} more for free shipping.</p>
      )}
      {charges.codFee > 0 && codFee === 0 && total > 0 && (
        <p className="quiet">Cash on delivery adds a fee of {formatPaise(charges.codFee)}.</p>
      )}
    </>
  );
}
