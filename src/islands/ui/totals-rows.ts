import { COD_FEE_LABEL, DISCOUNT_LABEL, formatShipping, SHIPPING_LABEL } from '#lib/rules/charge-texts.ts';
import type { Charges } from '#lib/rules/charges.ts';
import { BY_PINCODE } from '#lib/rules/delivery-texts.ts';
import { formatPaise } from '#lib/rules/money.ts';
import type { Amounts } from '#lib/rules/totals.ts';

export interface TotalsRow {
  label: string;
  value: string | number;
}

/** Shipping in paise as a row, "Free" when it is 0 (specification, order details). */
export const shippingRow = (paise: number): TotalsRow => ({ label: SHIPPING_LABEL, value: formatShipping(paise) });

/** The discount in paise as a row; no row when there is none. */
export const discountRows = (paise: number): TotalsRow[] =>
  paise > 0 ? [{ label: DISCOUNT_LABEL, value: `−${formatPaise(paise)}` }] : [];

/** The cash on delivery fee in paise as a row; no row when there is none. */
export const codFeeRows = (paise: number): TotalsRow[] =>
  paise > 0 ? [{ label: COD_FEE_LABEL, value: formatPaise(paise) }] : [];

/** The rows between the items and the total: discount if any, shipping, cash on delivery fee if any. */
export const chargeRows = ({ discount, shipping, codFee }: Omit<Amounts, 'items' | 'total'>): TotalsRow[] => [
  ...discountRows(discount),
  shippingRow(shipping),
  ...codFeeRows(codFee),
];

/** The rows of a cart, whose pincode may not be known yet. */
export const cartRows = (amounts: Amounts, { byPincode }: Charges): TotalsRow[] =>
  byPincode ? [...discountRows(amounts.discount), { label: SHIPPING_LABEL, value: BY_PINCODE }] : chargeRows(amounts);
