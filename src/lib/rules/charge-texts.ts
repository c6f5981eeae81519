import { type Charges, isSameEverywhere } from './charges.ts';
import { formatPaise } from './money.ts';

/** Texts about the store's charges, the same on pages, in mails and in data for search engines. */

export const SHIPPING_LABEL = 'Shipping';
export const DISCOUNT_LABEL = 'Discount';
export const COD_FEE_LABEL = 'Cash on delivery fee';

/** Whether every order ships free. */
export const isShippingFree = ({ shipping }: Charges): boolean => shipping === 0;

/** An amount of shipping: "Free" or "₹49.00" (specification, order details). */
export const formatShipping = (paise: number): string => (paise === 0 ? 'Free' : formatPaise(paise));

/** What precedes an amount that the pincode decides: it is the highest. */
const upTo = (isHighest: boolean): string => (isHighest ? 'up to ' : '');

/** Shipping as a short promise: "Free shipping on every order", "Free shipping over ₹499.00" or "Shipping ₹49.00". */
export function shippingPromise(charges: Charges): string {
  if (isShippingFree(charges)) return 'Free shipping on every order';
  return charges.freeFrom === null
    ? `Shipping ${upTo(!isSameEverywhere(charges))}${formatPaise(charges.shipping)}`
    : `Free shipping over ${formatPaise(charges.freeFrom)}`;
}

/** The fee for cash on delivery as a value: "₹30.00". */
export const codFeePrice = (charges: Charges): string => upTo(charges.byPincode === true) + formatPaise(charges.codFee);

/** Shipping as a value: "Free", "₹49.00" or "₹49.00, free over ₹499.00". */
export function shippingPrice(charges: Charges): string {
  const { shipping, freeFrom } = charges;
  if (shipping === 0) return formatShipping(0);
  return `${upTo(!isSameEverywhere(charges))}${formatPaise(shipping)}${freeFrom === null ? '' : `, free over ${formatPaise(freeFrom)}`}`;
}

/** Every charge in full sentences: "Shipping is free." or "Shipping ₹49.00, free over ₹499.00. Cash on delivery fee ₹30.00." */
export function describeCharges(charges: Charges): string {
  const shipping = isShippingFree(charges) ? 'Shipping is free.' : `Shipping ${shippingPrice(charges)}.`;
  return charges.codFee > 0 ? `${shipping} ${COD_FEE_LABEL} ${codFeePrice(charges)}.` : shipping;
}

/** What is missing for free shipping, in paise, as a sentence. */
export const describeFreeShippingGap = (paise: number): string => `Add ${formatPaise(paise)} more for free shipping.`;

/** The fee for cash on delivery, in paise, while another payment method is chosen. */
export const describeCodFee = (paise: number): string => `Cash on delivery adds a fee of ${formatPaise(paise)}.`;
