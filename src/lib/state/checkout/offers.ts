import { atom, computed } from 'nanostores';
import { isRefused } from '#lib/client/request.ts';
import { getOffersCall, type Offer } from '#lib/contract/coupons.ts';
import { rankOffers } from '#lib/rules/coupon-offers.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { $cartPaise } from '#lib/state/cart/cart.ts';

/** The coupons that the store offers to everyone, as it said last. */
const $offers = atom<readonly Offer[]>([]);

/** The same beside the cart, the best first. */
export const $rankedOffers = computed([$offers, $cartPaise], rankOffers);

/** Loads the public coupons. Without them the field for a code is enough: a failure is only logged. */
export async function loadOffers(): Promise<void> {
  const outcome = await callStore(getOffersCall);
  if (!outcome) return;
  if (isRefused(outcome)) return console.warn('The public coupons could not be loaded', outcome.message);
  $offers.set(outcome.data);
}
