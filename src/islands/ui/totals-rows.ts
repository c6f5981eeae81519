import {
  COD_FEE_LABEL,
  DISCOUNT_LABEL,
  formatShipping,
  PREPAID_DISCOUNT_LABEL,
  SHIPPING_LABEL,
} from '#lib/rules/charge-texts.ts';
import type { Charges } from '#lib/rules/charges.ts';
import { formatPaise } from '#lib/rules/money.ts';
import type { Amounts } from '#lib/rules/totals.ts';
import { BY_PINCODE } from '#lib/site/delivery-texts.ts';

export interface TotalsRow {
  label: string;
  value: string | number;
}

/** Shipping in paise as a row, "Free" when it is 0 (specification, order details). */
export const shippingRow = (paise: number): TotalsRow => ({ label: SHIPPING_LABEL, value: formatShipping(paise) });

/** The discounts of the coupon and for paying ahead as rows; no row for one that there is not. */
export const discountRows = ({ discount, prepaidDiscount }: Pick<Amounts, 'discount' | 'prepaidDiscount'>): TotalsRow[] => [
  ...(discount > 0 ? [{ label: DISCOUNT_LABEL, value: `−${formatPaise(discount)}` }] : []),
  ...(prepaidDiscount > 0 ? [{ label: PREPAID_DISCOUNT_LABEL, value: `−${formatPaise(prepaidDiscount)}` }] : []),
];

/** The cash on delivery fee in paise as a row; no row when there is none. */
export const codFeeRows = (paise: number): TotalsRow[] =>
  paise > 0 ? [{ label: COD_FEE_LABEL, value: formatPaise(paise) }] : [];

/** The rows between the items and the total: discounts if any, shipping, cash on delivery fee if any. */
export const chargeRows = (amounts: Omit<Amounts, 'items' | 'total'>): TotalsRow[] => [
  ...discountRows(amounts),
  shippingRow(amounts.shipping),
  ...codFeeRows(amounts.codFee),
];

/** The rows of a cart, whose pincode may not be known yet. */
export const cartRows = (amounts: Amounts, { byPincode }: Charges): TotalsRow[] =>
  byPincode ? [...discountRows(amounts), { label: SHIPPING_LABEL, value: BY_PINCODE }] : chargeRows(amounts);
