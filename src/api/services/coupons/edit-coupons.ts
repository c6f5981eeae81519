import type { Selectable } from 'kysely';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { lockRows } from '#api/database/locks.ts';
import type { CouponTable } from '#api/database/schema/coupons.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { normaliseCode, selectCoupon } from './coupon-code.ts';
import { hasCouponEnded } from './validity.ts';

export type CouponRow = Selectable<CouponTable>;
export type NewCoupon = Omit<CouponTable, 'id' | 'uses' | 'created_at' | 'is_public'> & { is_public?: 0 | 1 };

/** Raises the revision for a public coupon, because pages say whether there are any. */
async function noteChange(tx: Tx, coupon: CouponRow | undefined): Promise<CouponRow | undefined> {
  if (coupon?.is_public === 1) await bumpRevision(tx, [STORE_KEY]);
  return coupon;
}

/** Adds a coupon; undefined when its code is taken. Amounts in paise, times in ISO 8601. */
export async function addCoupon(tx: Tx, coupon: NewCoupon): Promise<CouponRow | undefined> {
  const added = await tx
    .insertInto('coupon')
    .values({ ...coupon, code: normaliseCode(coupon.code), uses: 0, created_at: isoNow() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst();
  return noteChange(tx, added);
}

/** Every coupon, newest first. */
export const listCoupons = (db: Db): Promise<CouponRow[]> => db.selectFrom('coupon').selectAll().orderBy('id', 'desc').execute();

/** Ends a coupon now unless it has ended already; undefined for an unknown code. */
export async function endCoupon(tx: Tx, code: string): Promise<CouponRow | undefined> {
  const coupon = await lockRows(tx, selectCoupon(tx, code)).executeTakeFirst();
  const now = isoNow();
  if (!coupon || hasCouponEnded(coupon, now)) return coupon;
  const ended = await tx
    .updateTable('coupon')
    .set({ ends_at: now })
    .where('id', '=', coupon.id)
    .returningAll()
    .executeTakeFirst();
  return noteChange(tx, ended);
}
