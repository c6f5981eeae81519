import { sql } from 'kysely';
import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { selectPendingPayments } from '#api/services/payment-records/payments.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { isUseLimitReached } from './validity.ts';

/** Counts a customer's uses of a coupon, without those released. */
export async function countCouponUses(db: Db, couponId: number, customerId: number): Promise<number> {
  const rows = await db
    .selectFrom('coupon_use')
    .select('checkout_id')
    .where('coupon_id', '=', couponId)
    .where('customer_id', '=', customerId)
    .where('returned_at', 'is', null)
    .execute();
  return rows.length;
}

/** Counts the uses held by the customer's unpaid checkout (0 or 1): a new checkout releases them first. */
export async function countPendingCouponUses(db: Db, couponId: number, customerId: number): Promise<number> {
  const rows = await selectPendingPayments(db, customerId)
    .innerJoin('coupon_use', 'coupon_use.checkout_id', 'payment.checkout_id')
    .select('coupon_use.checkout_id')
    .where('coupon_id', '=', couponId)
    .where('returned_at', 'is', null)
    .execute();
  return rows.length;
}

const adjustUses = (tx: Tx, couponId: number, by: 1 | -1) =>
  tx
    .updateTable('coupon')
    .set({ uses: sql<number>`uses + ${by}` })
    .where('id', '=', couponId)
    .execute();

/** Records that a checkout used a claimed coupon. */
export async function recordCouponUse(tx: Tx, couponId: number, checkoutId: number, customerId: number): Promise<void> {
  const row = { checkout_id: checkoutId, coupon_id: couponId, customer_id: customerId, used_at: isoNow() };
  await tx.insertInto('coupon_use').values(row).execute();
  await adjustUses(tx, couponId, 1);
}

/** Releases a checkout's coupon use, if it has one that is not yet released. */
export async function releaseCouponUse(tx: Tx, checkoutId: number): Promise<void> {
  const released = await tx
    .updateTable('coupon_use')
    .set({ returned_at: isoNow() })
    .where('checkout_id', '=', checkoutId)
    .where('returned_at', 'is', null)
    .returning('coupon_id')
    .executeTakeFirst();
  if (released) await adjustUses(tx, released.coupon_id, -1);
}

/** Whether the coupon of a checkout, if it has one, has ended. */
export async function isCouponEnded(db: Db, checkoutId: number): Promise<boolean> {
  const ended = await db
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.id', 'coupon_use.coupon_id')
    .select('coupon.id')
    .where('checkout_id', '=', checkoutId)
    .where('ends_at', '<=', isoNow())
    .executeTakeFirst();
  return ended !== undefined;
}

/** Claims a released use again; false when the coupon has been used up since. The coupon's dates are not checked again. */
export async function reclaimCouponUse(tx: Tx, checkoutId: number): Promise<boolean> {
  const use = await tx.selectFrom('coupon_use').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();
  if (!use?.returned_at) return true;
  const query = tx.selectFrom('coupon').selectAll().where('id', '=', use.coupon_id);
  const coupon = await lockRows(tx, query).executeTakeFirstOrThrow();
  if (isUseLimitReached(coupon.max_uses, coupon.uses)) return false;
  if (isUseLimitReached(coupon.max_uses_each, await countCouponUses(tx, coupon.id, use.customer_id))) return false;
  await tx.updateTable('coupon_use').set({ returned_at: null }).where('checkout_id', '=', checkoutId).execute();
  await adjustUses(tx, coupon.id, 1);
  return true;
}
