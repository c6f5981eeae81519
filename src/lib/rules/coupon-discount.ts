/** A coupon's discount. */
export interface Discount {
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
}

/** The discount on an items total: at most that total; a percentage is rounded down to the paisa. */
export const calculateDiscount = ({ kind, value }: Discount, items: number): number =>
  Math.min(items, kind === 'percent' ? Math.floor((items * value) / 100) : value);
