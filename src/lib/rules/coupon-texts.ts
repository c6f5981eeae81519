import { t } from '#lib/contract/text/t.ts';
import { formatPaise } from './money.ts';
import type { Discount } from './totals.ts';

/** What a coupon gives, such as "10% off above ₹999.00"; `minimum` in paise. */
export function describeDiscount({ kind, value }: Discount, minimum: number): string {
  const discount = kind === 'percent' ? t('{percent}% off', { percent: value }) : t('{amount} off', { amount: formatPaise(value) });
  return minimum > 0 ? t('{discount} above {amount}', { discount, amount: formatPaise(minimum) }) : discount;
}
