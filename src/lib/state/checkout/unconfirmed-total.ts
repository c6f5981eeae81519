import { UNCONFIRMED_TOTAL_MS } from '#lib/site/timings.ts';
import { $totals } from './totals.ts';

let roseAt = Number.NEGATIVE_INFINITY;

/** Makes a change of coupon or charges that the shopper did not make, and records when it raises the total. */
export function changeTotal(change: () => void): void {
  const before = $totals.get().total;
  change();
  if ($totals.get().total > before) roseAt = performance.now();
}

/** Whether the total rose so shortly ago that a shopper who is about to press "Place order" cannot have read it. */
export const isTotalUnconfirmed = (): boolean => performance.now() - roseAt < UNCONFIRMED_TOTAL_MS;
