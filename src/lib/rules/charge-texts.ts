import { t } from '#lib/contract/text/t.ts';
import { type Charges, isSameEverywhere } from './charges.ts';
import { formatPaise } from './money.ts';

/** Texts about the store's charges, the same on pages, in mails and in data for search engines. */

export const SHIPPING_LABEL = t('Shipping');
export const DISCOUNT_LABEL = t('Discount');
export const PREPAID_DISCOUNT_LABEL = t('Discount for paying ahead');
export const COD_FEE_LABEL = t('Cash on delivery fee');

/** Whether every order ships free. */
export const isShippingFree = ({ shipping }: Charges): boolean => shipping === 0;

/** An amount of shipping: "Free" or "₹49.00" (specification, order details). */
export const formatShipping = (paise: number): string => (paise === 0 ? t('Free') : formatPaise(paise));

/** An amount, or the highest where the pincode decides. */
const formatCharge = (paise: number, isHighest: boolean): string =>
  isHighest ? t('up to {amount}', { amount: formatPaise(paise) }) : formatPaise(paise);

const formatShippingCharge = (charges: Charges): string => formatCharge(charges.shipping, !isSameEverywhere(charges));

/** Shipping as a short promise: "Free shipping on every order", "Free shipping over ₹499.00" or "Shipping ₹49.00". */
export function shippingPromise(charges: Charges): string {
  if (isShippingFree(charges)) return t('Free shipping on every order');
  return charges.freeFrom === null
    ? t('Shipping {charge}', { charge: formatShippingCharge(charges) })
    : t('Free shipping over {amount}', { amount: formatPaise(charges.freeFrom) });
}

/** The fee for cash on delivery as a value: "₹30.00". */
export const codFeePrice = (charges: Charges): string => formatCharge(charges.codFee, charges.byPincode === true);

/** Shipping as a value: "Free", "₹49.00" or "₹49.00, free over ₹499.00". */
export function shippingPrice(charges: Charges): string {
  const { shipping, freeFrom } = charges;
  if (shipping === 0) return formatShipping(0);
  const charge = formatShippingCharge(charges);
  return freeFrom === null ? charge : t('{charge}, free over {amount}', { charge, amount: formatPaise(freeFrom) });
}

/** Every charge in full sentences: "Shipping is free." or "Shipping ₹49.00, free over ₹499.00. Cash on delivery fee ₹30.00." */
export function describeCharges(charges: Charges): string {
  const shipping = isShippingFree(charges) ? t('Shipping is free.') : t('Shipping {charge}.', { charge: shippingPrice(charges) });
  return charges.codFee > 0 ? `${shipping} ${t('Cash on delivery fee {fee}.', { fee: codFeePrice(charges) })}` : shipping;
}

/** What is missing for free shipping, in paise, as a sentence. */
export const describeFreeShippingGap = (paise: number): string =>
  t('Add {amount} more for free shipping.', { amount: formatPaise(paise) });

/** The fee for cash on delivery, in paise, while another payment method is chosen. */
export const describeCodFee = (paise: number): string =>
  t('Cash on delivery adds a fee of {amount}.', { amount: formatPaise(paise) });
