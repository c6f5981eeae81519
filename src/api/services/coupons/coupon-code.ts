import type { Db } from '#api/database/schema/engine.ts';

/** Codes are stored and compared in upper case, with plain letters for wide ones, without invisible characters and spaces around them. */
export const normaliseCode = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .trim()
    .toUpperCase();

/** Selects the coupon of a code as a shopper or the owner typed it. */
export const selectCoupon = (db: Db, code: string) => db.selectFrom('coupon').selectAll().where('code', '=', normaliseCode(code));

/** Whether a coupon has this code, valid now or not. */
export const isCouponCode = async (db: Db, code: string): Promise<boolean> =>
  (await selectCoupon(db, code).executeTakeFirst()) !== undefined;
