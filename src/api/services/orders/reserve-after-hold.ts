import type { Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { canDeductStock, deductStock } from '#api/services/catalogue/stock.ts';
import { isCouponEnded, reclaimCouponUse, releaseCouponUse } from '#api/services/coupons/uses.ts';
import { isHoldExpired } from '#api/services/payments/hold-expiry.ts';
import { couponMessages } from '#lib/contract/messages/coupon-messages.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import { readOrderUnits } from './order-units.ts';

/** How long after the end of its hold a payment can still place its orders, in milliseconds. */
const LATE_PLACEMENT_MS = DAY_MS;

/** Whether a product of these orders has another price now. */
async function hasNewPrices(tx: Tx, orderIds: readonly number[]): Promise<boolean> {
  const changed = await tx
    .selectFrom('order_item')
    .innerJoin('variant', 'variant.id', 'order_item.variant_id')
    .select('variant.id')
    .where('order_id', 'in', orderIds)
    .whereRef('variant.price', '<>', 'order_item.price')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Reserves stock and coupon use of a payment's orders again after the hold has expired. False, without any change, when they are no longer
 * available.
 */
async function reserveAgain(tx: Tx, payment: PaymentTable, orderIds: readonly number[]): Promise<boolean> {
  if (!(await reclaimCouponUse(tx, payment.checkout_id))) return false;
  const units = await readOrderUnits(tx, orderIds);
  if (!(await canDeductStock(tx, units))) {
    await releaseCouponUse(tx, payment.checkout_id);
    return false;
  }
  if (await deductStock(tx, units)) throw new Error(`The stock of payment ${payment.id} changed while it was locked`);
  return true;
}

/**
 * The one rule for placing the orders of a payment, however it is paid. During the hold, prices and coupon are binding. After it, by its
 * time or because the payment failed, the orders are placed only within a day, at the same prices, with a coupon that has not ended, and if
 * stock and coupon use are still free; they are reserved then. Returns why the orders cannot be placed, as a sentence for the shopper, without any
 * change; undefined when they can. Expects the customer to be locked.
 */
export async function reserveForPlacement(
  tx: Tx,
  payment: PaymentTable,
  orderIds: readonly number[],
): Promise<string | undefined> {
  const isHeld = payment.status === 'pending';
  if (isHeld && !isHoldExpired(payment)) return undefined;
  if (payment.is_cancelled === 1 || payment.provider_payment !== null) return failure.paymentReplaced;
  if (payment.expires_at < isoAgo(LATE_PLACEMENT_MS)) return failure.paymentReplaced;
  if (await isCouponEnded(tx, payment.checkout_id)) return couponMessages.expired;
  if (await hasNewPrices(tx, orderIds)) return failure.pricesChanged;
  return isHeld || (await reserveAgain(tx, payment, orderIds)) ? undefined : failure.paymentItemsGone;
}
