import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { type CartLineRequest, sumGuestLines } from '#api/services/cart/cart.ts';
import {
  addHeldUnits,
  hasSellableUnits,
  readCartLines,
  readHeldUnits,
  sumLinePrices,
} from '#api/services/cart/read-cart-lines.ts';
import { type Refusal, refuseField } from '#api/services/refusal.ts';
import type { Coupon } from '#lib/contract/coupons.ts';
import { couponMessages } from '#lib/contract/messages/coupon-messages.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';
import { calculateDiscount } from '#lib/rules/totals.ts';
import { selectCoupon } from './coupon-code.ts';
import type { CouponRow } from './edit-coupons.ts';
import { countCouponUses, countPendingCouponUses } from './uses.ts';
import { hasCouponEnded, hasCouponStarted, isUseLimitReached } from './validity.ts';

const refuseCoupon = (message: string): Refusal => refuseField('coupon_code', message);

/** Checks existence, dates and minimum of a coupon for a cart of `total` paise. Throws a `Refusal` (422, field `coupon_code`). */
function checkValidity(coupon: CouponRow | undefined, total: number): CouponRow {
  const now = isoNow();
  if (!coupon || !hasCouponStarted(coupon, now)) throw refuseCoupon(couponMessages.invalid);
  if (hasCouponEnded(coupon, now)) throw refuseCoupon(couponMessages.expired);
  if (total < coupon.minimum) throw refuseCoupon(couponMessages.minimum(formatPaise(coupon.minimum)));
  return coupon;
}

/** As `checkValidity`, and that the coupon has uses left for the customer. */
async function checkCoupon(db: Db, row: CouponRow | undefined, customerId: number, total: number): Promise<CouponRow> {
  const coupon = checkValidity(row, total);
  const held = await countPendingCouponUses(db, coupon.id, customerId);
  if (isUseLimitReached(coupon.max_uses_each, (await countCouponUses(db, coupon.id, customerId)) - held))
    throw refuseCoupon(couponMessages.usedByYou);
  if (isUseLimitReached(coupon.max_uses, coupon.uses - held)) throw refuseCoupon(couponMessages.usedUp);
  return coupon;
}

/**
 * Previews a coupon's discount on the customer's cart, without its sold-out lines, and without using the coupon. Throws a `Refusal`
 * (422, field `coupon_code`) when it is unknown, not yet valid, expired or used up, or when the cart is empty or too small.
 */
export async function previewCoupon(db: Db, customerId: number, code: string): Promise<Coupon> {
  const lines = await readCartLines(db, customerId);
  if (lines.length === 0) throw refuseCoupon(failure.cartEmpty);
  const held = await readHeldUnits(db, customerId);
  const total = sumLinePrices(lines.map((line) => addHeldUnits(line, line.variant_id, held)).filter(hasSellableUnits));
  return toPreview(await checkCoupon(db, await selectCoupon(db, code).executeTakeFirst(), customerId, total), total);
}

/**
 * The same on a guest's cart: whether the coupon has uses left is only known once the customer is. Throws a `Refusal` (422, field
 * `coupon_code`).
 */
export async function previewGuestCoupon(db: Db, lines: readonly CartLineRequest[], code: string): Promise<Coupon> {
  if (lines.length === 0) throw refuseCoupon(failure.cartEmpty);
  const total = await sumGuestLines(db, lines);
  return toPreview(checkValidity(await selectCoupon(db, code).executeTakeFirst(), total), total);
}

const toPreview = (coupon: CouponRow, total: number): Coupon => ({
  coupon_code: coupon.code,
  type: coupon.kind,
  value: coupon.kind === 'percent' ? String(coupon.value) : toRupees(coupon.value),
  discount_amount: toRupees(calculateDiscount(coupon, total)),
});

/**
 * Checks a coupon with its row locked and returns its discount in paise on a cart of `total` paise. Call `recordCouponUse` in the same
 * transaction. Throws a `Refusal` as `previewCoupon` does.
 */
export async function claimCoupon(
  tx: Tx,
  customerId: number,
  code: string,
  total: number,
): Promise<{ couponId: number; discount: number }> {
  const row = await lockRows(tx, selectCoupon(tx, code)).executeTakeFirst();
  const coupon = await checkCoupon(tx, row, customerId, total);
  return { couponId: coupon.id, discount: calculateDiscount(coupon, total) };
}
