import { sql } from 'kysely';
import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/open.ts';

/** How many uses of a coupon by a customer stand. */
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

/** 1 when a checkout of the customer's that waits for its payment holds a use of the coupon: ordering anew gives that one back first. */
export async function countPendingCouponUses(db: Db, couponId: number, customerId: number): Promise<number> {
  const rows = await db
    .selectFrom('coupon_use')
    .innerJoin('payment', 'payment.checkout_id', 'coupon_use.checkout_id')
    .select('coupon_use.checkout_id')
    .where('payment.customer_id', '=', customerId)
    .where('payment.status', '=', 'pending')
    .where('coupon_id', '=', couponId)
    .where('returned_at', 'is', null)
    .execute();
  return rows.length;
}

const changeUses = (tx: Tx, couponId: number, change: 1 | -1) =>
  tx
    .updateTable('coupon')
    .set({ uses: sql<number>`uses + ${change}` })
    .where('id', '=', couponId)
    .execute();

/** Counts the use of a claimed coupon by a checkout. */
export async function recordCouponUse(tx: Tx, couponId: number, checkoutId: number, customerId: number): Promise<void> {
  const row = { checkout_id: checkoutId, coupon_id: couponId, customer_id: customerId, used_at: new Date().toISOString() };
  await tx.insertInto('coupon_use').values(row).execute();
  await changeUses(tx, couponId, 1);
}

/** Gives the use of a coupon by a checkout back, if there was one and it has not come back yet. */
export async function releaseCouponUse(tx: Tx, checkoutId: number): Promise<void> {
  const returned = await tx
    .updateTable('coupon_use')
    .set({ returned_at: new Date().toISOString() })
    .where('checkout_id', '=', checkoutId)
    .where('returned_at', 'is', null)
    .returning('coupon_id')
    .executeTakeFirst();
  if (returned) await changeUses(tx, returned.coupon_id, -1);
}

/** Counts a use that had come back once more; false when others have used the coupon up meanwhile. Dates do not matter any more. */
export async function reclaimCouponUse(tx: Tx, checkoutId: number): Promise<boolean> {
  const use = await tx.selectFrom('coupon_use').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();
  if (!use?.returned_at) return true;
  const query = tx.selectFrom('coupon').selectAll().where('id', '=', use.coupon_id);
  const coupon = await lockRows(tx, query).executeTakeFirstOrThrow();
  if (coupon.max_uses !== null && coupon.uses >= coupon.max_uses) return false;
  if (coupon.max_uses_each !== null && (await countCouponUses(tx, coupon.id, use.customer_id)) >= coupon.max_uses_each)
    return false;
  await tx.updateTable('coupon_use').set({ returned_at: null }).where('checkout_id', '=', checkoutId).execute();
  await changeUses(tx, coupon.id, 1);
  return true;
}
