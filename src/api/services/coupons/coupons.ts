import { lockRows } from '#api/database/locks.ts';
import type { CouponTable } from '#api/database/schema/coupons.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import {
  addHeldUnits,
  hasSellableUnits,
  readCartLines,
  readHeldUnits,
  sumLinePrices,
} from '#api/services/cart/read-cart-lines.ts';
import { type Refusal, refuseField } from '#api/services/refusal.ts';
import type { Coupon } from '#lib/contract/coupons.ts';
import { couponMinimum, failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { calculateDiscount } from '#lib/rules/coupon-discount.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';
import { countCouponUses, countPendingCouponUses } from './uses.ts';
import { hasCouponEnded, hasCouponStarted, isUseLimitReached } from './validity.ts';

export type CouponRow = Omit<CouponTable, 'id'> & { id: number };
export type NewCoupon = Omit<CouponTable, 'id' | 'uses' | 'created_at'>;

const normaliseCode = (code: string): string => code.trim().toUpperCase();

const selectCoupon = (db: Db, code: string) => db.selectFrom('coupon').selectAll().where('code', '=', normaliseCode(code));

/** Whether a coupon has this code, valid now or not. */
export const isCouponCode = async (db: Db, code: string): Promise<boolean> =>
  (await selectCoupon(db, code).executeTakeFirst()) !== undefined;

const refuseCoupon = (message: string): Refusal => refuseField('coupon_code', message);

/** Checks that a coupon is valid now for a cart of `total` paise. Throws a `Refusal` (422, field `coupon_code`). */
async function checkCoupon(db: Db, coupon: CouponRow | undefined, customerId: number, total: number): Promise<CouponRow> {
  const now = isoNow();
  if (!coupon || !hasCouponStarted(coupon, now)) throw refuseCoupon(fieldErrors.couponInvalid);
  if (hasCouponEnded(coupon, now)) throw refuseCoupon(fieldErrors.couponExpired);
  if (total < coupon.minimum) throw refuseCoupon(couponMinimum(formatPaise(coupon.minimum)));
  const held = await countPendingCouponUses(db, coupon.id, customerId);
  if (isUseLimitReached(coupon.max_uses_each, (await countCouponUses(db, coupon.id, customerId)) - held))
    throw refuseCoupon(fieldErrors.couponUsedByYou);
  if (isUseLimitReached(coupon.max_uses, coupon.uses - held)) throw refuseCoupon(fieldErrors.couponUsedUp);
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
  const coupon = await checkCoupon(db, await selectCoupon(db, code).executeTakeFirst(), customerId, total);
  return {
    coupon_code: coupon.code,
    type: coupon.kind,
    value: coupon.kind === 'percent' ? String(coupon.value) : toRupees(coupon.value),
    discount_amount: toRupees(calculateDiscount(coupon, total)),
  };
}

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

/** Adds a coupon; undefined when its code is taken. Amounts in paise, times in ISO 8601. */
export async function addCoupon(tx: Tx, coupon: NewCoupon): Promise<CouponRow | undefined> {
  return tx
    .insertInto('coupon')
    .values({ ...coupon, code: normaliseCode(coupon.code), uses: 0, created_at: isoNow() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Every coupon, newest first. */
export const listCoupons = (db: Db): Promise<CouponRow[]> => db.selectFrom('coupon').selectAll().orderBy('id', 'desc').execute();

/** Ends a coupon now unless it has ended already; undefined for an unknown code. */
export async function endCoupon(tx: Tx, code: string): Promise<CouponRow | undefined> {
  const coupon = await lockRows(tx, selectCoupon(tx, code)).executeTakeFirst();
  const now = isoNow();
  if (!coupon || hasCouponEnded(coupon, now)) return coupon;
  return tx.updateTable('coupon').set({ ends_at: now }).where('id', '=', coupon.id).returningAll().executeTakeFirst();
}
