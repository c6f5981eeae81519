import { useStore } from '@nanostores/react';
import { describeCodFee, describeFreeShippingGap } from '#lib/rules/charge-texts.ts';
import { $totals } from '#lib/state/checkout/totals.ts';
import { $charges } from '#lib/state/store/charges.ts';

/** Notes below the totals: what is missing for free shipping, and the fee that cash on delivery would add. */
export function ChargeNotes() {
  const { items, shipping, codFee, total } = useStore($totals);
  const charges = useStore($charges);
  if (charges.byPincode) return null;
  return (
    <>
      {shipping > 0 && charges.freeFrom !== null && <p className="quiet">{describeFreeShippingGap(charges.freeFrom - items)}</p>}
      {charges.codFee > 0 && codFee === 0 && total > 0 && <p className="quiet">{describeCodFee(charges.codFee)}</p>}
    </>
  );
}
