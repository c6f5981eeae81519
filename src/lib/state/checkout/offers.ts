import { atom, computed } from 'nanostores';
import { isRefused } from '#lib/client/request.ts';
import { getOffersCall, type Offer } from '#lib/contract/coupons.ts';
import { rankOffers } from '#lib/rules/coupon-offers.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { $cartPaise } from '#lib/state/cart/cart.ts';

/** Whether the store had public coupons when the page was rendered (layouts/Page.astro): most have none, and are not asked. */
export const hasOffers = (): boolean => document.documentElement.dataset['offers'] !== undefined;

/** How many they were, to keep their room; at least 1, for a store that does not say it. */
export const countExpectedOffers = (): number => Number(document.documentElement.dataset['offers']) || 1;

/** The coupons that the store offers to everyone, as it said last; undefined before it said anything. */
const $offers = atom<readonly Offer[] | undefined>(undefined);

/** Whether the store has answered, or failed to. */
export const $offersLoaded = computed($offers, (offers) => offers !== undefined);

/** The public coupons beside the cart, the best first. */
export const $rankedOffers = computed([$offers, $cartPaise], (offers, items) => rankOffers(offers ?? [], items));

/** Loads the public coupons. Without them the field for a code is enough: a failure is only logged. */
export async function loadOffers(): Promise<void> {
  const outcome = await callStore(getOffersCall);
  if (!outcome) return;
  const isFailed = isRefused(outcome);
  if (isFailed) console.warn('The public coupons could not be loaded', outcome.message);
  $offers.set(isFailed ? [] : outcome.data);
}
