import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/open.ts';
import type { CouponTable } from '#api/database/schema/orders.ts';
import { readCartLines, sumLinePrices } from '#api/services/cart/lines.ts';
import { type Refusal, refuseField } from '#api/services/refusal.ts';
import type { Coupon } from '#lib/contract/coupons.ts';
import { couponMinimum, failure, fieldErrors } from '#lib/contract/texts.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';
import { calculateDiscount } from './discount.ts';
import { countCouponUses, countPendingCouponUses } from './uses.ts';

export type CouponRow = Omit<CouponTable, 'id'> & { id: number };
export type NewCoupon = Omit<CouponTable, 'id' | 'uses' | 'created_at'>;

/** However a code is typed, it is one code. */
const spelt = (code: string): string => code.trim().toUpperCase();

const couponRow = (db: Db, code: string) => db.selectFrom('coupon').selectAll().where('code', '=', spelt(code));

const refuse = (message: string): Refusal => refuseField('coupon_code', message);

/** Throws a `Refusal` (422, field `coupon_code`) when the coupon does not hold for a cart of `total` paise now. */
async function checkCoupon(db: Db, coupon: CouponRow | undefined, customerId: number, total: number): Promise<CouponRow> {
  const now = new Date().toISOString();
  if (!coupon || (coupon.starts_at && coupon.starts_at > now)) throw refuse(fieldErrors.couponInvalid);
  if (coupon.ends_at && coupon.ends_at <= now) throw refuse(fieldErrors.couponExpired);
  if (total < coupon.minimum) throw refuse(couponMinimum(formatPaise(coupon.minimum)));
  const held = await countPendingCouponUses(db, coupon.id, customerId);
  if (coupon.max_uses_each !== null && (await countCouponUses(db, coupon.id, customerId)) - held >= coupon.max_uses_each)
    throw refuse(fieldErrors.couponUsedByYou);
  if (coupon.max_uses !== null && coupon.uses - held >= coupon.max_uses) throw refuse(fieldErrors.couponUsedUp);
  return coupon;
}

/**
 * What a coupon takes off the customer's cart as it is now; nothing is used up. Throws a `Refusal` (422, field `coupon_code`):
 * unknown or not yet valid, expired, cart too small or empty, used up, used by this customer.
 */
export async function previewCoupon(db: Db, customerId: number, code: string): Promise<Coupon> {
  const lines = await readCartLines(db, customerId);
  if (lines.length === 0) throw refuse(failure.cartEmpty);
  const total = sumLinePrices(lines);
  const coupon = await checkCoupon(db, await couponRow(db, code).executeTakeFirst(), customerId, total);
  return {
    coupon_code: coupon.code,
    type: coupon.kind,
    value: coupon.kind === 'percent' ? String(coupon.value) : toRupees(coupon.value),
    discount_amount: toRupees(calculateDiscount(coupon, total)),
  };
}

/**
 * A coupon for a cart of `total` paise and what it takes off, in paise, the coupon's row being locked until the transaction ends: follow
 * with `countUse`. Throws a `Refusal` as `applyCoupon`.
 */
export async function claimCoupon(
  tx: Tx,
  customerId: number,
  code: string,
  total: number,
): Promise<{ couponId: number; discount: number }> {
  const row = await lockRows(tx, couponRow(tx, code)).executeTakeFirst();
  const coupon = await checkCoupon(tx, row, customerId, total);
  return { couponId: coupon.id, discount: calculateDiscount(coupon, total) };
}

/** Adds a coupon; undefined when its code is taken. Money in paise, moments ISO 8601. */
export async function addCoupon(tx: Tx, coupon: NewCoupon): Promise<CouponRow | undefined> {
  return tx
    .insertInto('coupon')
    .values({ ...coupon, code: spelt(coupon.code), uses: 0, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Every coupon, newest first. */
export const listCoupons = (db: Db): Promise<CouponRow[]> => db.selectFrom('coupon').selectAll().orderBy('id', 'desc').execute();

/** Ends a coupon now, unless it has ended already; undefined when there is none of this code. */
export async function endCoupon(tx: Tx, code: string): Promise<CouponRow | undefined> {
  const coupon = await lockRows(tx, couponRow(tx, code)).executeTakeFirst();
  const now = new Date().toISOString();
  if (!coupon || (coupon.ends_at && coupon.ends_at <= now)) return coupon;
  return tx.updateTable('coupon').set({ ends_at: now }).where('id', '=', coupon.id).returningAll().executeTakeFirst();
}
