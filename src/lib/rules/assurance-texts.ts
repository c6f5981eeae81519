import type { PartialStoreInfo } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { shippingPromise } from './charge-texts.ts';
import { toCharges } from './charges.ts';

export const COD_AVAILABLE = t('Cash on delivery available');

/** How long goods can be returned: "7-day returns"; undefined where the owner has not said it. */
export const describeReturns = (days: number | undefined): string | undefined =>
  days && days > 0 ? t('{days}-day returns', { days }) : undefined;

/**
 * What holds for every order of the shop, a short line each: shipping, cash on delivery and returns. Leaves out what the store does not say,
 * and cash on delivery where the pincode decides.
 */
export function assuranceLines({
  shipping,
  payment_methods,
  return_days,
}: Pick<PartialStoreInfo, 'shipping' | 'payment_methods' | 'return_days'>): string[] {
  const isCodEverywhere = payment_methods?.includes('cod') && !shipping?.by_pincode;
  const lines = [shippingPromise(toCharges(shipping)), isCodEverywhere ? COD_AVAILABLE : undefined, describeReturns(return_days)];
  return lines.filter((line) => line !== undefined);
}
