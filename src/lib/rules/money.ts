/** Money inside is integer paise; on the wire it is a two-decimal string of rupees; on screen it is ₹1,23,456.00. */

/** Currency of all amounts (ISO 4217). */
export const CURRENCY = 'INR';

/** Paise to the wire's rupees: 149900 → "1499.00". */
export function toRupees(paise: number): string {
  return `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
}

/** The wire's rupees to paise: "1499.00" → 149900. Expects text of the contract's `rupees` form. */
export function toPaise(rupees: string): number {
  const [whole = '0', cents = '0'] = rupees.split('.');
  return Number(whole) * 100 + Number(cents.padEnd(2, '0').slice(0, 2));
}

const grouping = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Paise as a shopper reads them, grouped the Indian way: 12345600 → "₹1,23,456.00". */
export const formatPaise = (paise: number): string => `₹${grouping.format(paise / 100)}`;

/** The wire's rupees as a shopper reads them. */
export const formatRupees = (rupees: string): string => formatPaise(toPaise(rupees));

/** How much lower the price is than the MRP, in whole percent; 0 when it is not lower. Rounded down: never boast. */
export function percentOff(price: string, mrp: string): number {
  const full = toPaise(mrp);
  const asked = toPaise(price);
  return full > asked ? Math.floor(((full - asked) * 100) / full) : 0;
}
