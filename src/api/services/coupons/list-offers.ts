import type { Db } from '#api/database/schema/engine.ts';
import type { Offer } from '#lib/contract/coupons.ts';
import { MAX_OFFERS } from '#lib/contract/limits.ts';
import { describeDiscount } from '#lib/rules/coupon-offers.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { findCouponState } from './validity.ts';

const readPublic = (db: Db) => db.selectFrom('coupon').selectAll().where('is_public', '=', 1).orderBy('id', 'desc').execute();

/** How many public coupons the shop has that can be used, now or later; at most as many as a cart offers. */
export async function countPublicCoupons(db: Db): Promise<number> {
  const now = isoNow();
  const usable = (await readPublic(db)).filter((coupon) => ['open', 'not yet'].includes(findCouponState(coupon, now)));
  return Math.min(usable.length, MAX_OFFERS);
}

/** The public coupons that can be used now, by their minimum; the newest of many. */
export async function listOffers(db: Db): Promise<Offer[]> {
  const coupons = await readPublic(db);
  const now = isoNow();
  return coupons
    .filter((coupon) => findCouponState(coupon, now) === 'open')
    .slice(0, MAX_OFFERS)
    .toSorted((one, other) => one.minimum - other.minimum)
    .map(({ code, kind, value, minimum }) => ({
      coupon_code: code,
      type: kind,
      value: kind === 'percent' ? String(value) : toRupees(value),
      minimum: toRupees(minimum),
      text: describeDiscount({ kind, value }, minimum),
    }));
}
