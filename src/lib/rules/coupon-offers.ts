import type { Offer } from '#lib/contract/coupons.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise, toPaise } from './money.ts';
import { calculateDiscount, type Discount } from './totals.ts';

/** What a coupon gives, such as "10% off above ₹999.00"; `minimum` in paise. */
export function describeDiscount({ kind, value }: Discount, minimum: number): string {
  const discount =
    kind === 'percent' ? t('{percent}% off', { percent: value }) : t('{amount} off', { amount: formatPaise(value) });
  return minimum > 0 ? t('{discount} above {amount}', { discount, amount: formatPaise(minimum) }) : discount;
}

/** A public coupon beside a cart: what it saves, or what the cart lacks of its minimum, in paise; the other is 0. */
export interface RankedOffer {
  code: string;
  text: string;
  saving: number;
  missing: number;
}

/** Public coupons for an items total in paise: those that fit, the most saved first, then those that do not yet, the least missing first. */
export function rankOffers(offers: readonly Offer[], items: number): RankedOffer[] {
  const ranked = offers.map(({ coupon_code, type, value, minimum, text }): RankedOffer => {
    const missing = Math.max(0, toPaise(minimum) - items);
    const discount = { kind: type, value: type === 'percent' ? Number(value) : toPaise(value) };
    return { code: coupon_code, text, missing, saving: missing > 0 ? 0 : calculateDiscount(discount, items) };
  });
  return ranked.sort((one, other) => one.missing - other.missing || other.saving - one.saving);
}
