/** Amounts are integer paise in code, decimal rupees on the wire ("1499.00") and grouped rupees on screen ("₹1,23,456.00"). */

/** Currency of all amounts (ISO 4217). */
export const CURRENCY = 'INR';

export const PAISE_PER_RUPEE = 100;

/** Converts paise to rupees in the wire format: 149900 → "1499.00". */
export function toRupees(paise: number): string {
  return `${Math.trunc(paise / PAISE_PER_RUPEE)}.${String(paise % PAISE_PER_RUPEE).padStart(2, '0')}`;
}

/** Converts rupees in the wire format to paise: "1499.00" → 149900. Expects text that matches the contract's `rupees`. */
export function toPaise(rupees: string): number {
  const [whole = '0', decimals = '0'] = rupees.split('.');
  return Number(whole) * PAISE_PER_RUPEE + Number(decimals.padEnd(2, '0').slice(0, 2));
}

const grouping = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats paise with Indian digit grouping: 12345600 → "₹1,23,456.00". */
export const formatPaise = (paise: number): string => `₹${grouping.format(paise / PAISE_PER_RUPEE)}`;

/** Formats rupees in the wire format: "123456.00" → "₹1,23,456.00". */
export const formatRupees = (rupees: string): string => formatPaise(toPaise(rupees));
