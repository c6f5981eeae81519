import { atom, computed } from 'nanostores';
import type { DeliveryQuote } from '#lib/contract/delivery.ts';
import { prepaidDiscount, storeInfo } from '#lib/contract/store.ts';
import { type Charges, noCharges, toCharges } from '#lib/rules/charges.ts';
import { parseJson } from '#lib/rules/text.ts';
import { type Discount, toPrepaidOffer } from '#lib/rules/totals.ts';
import { $storeInfo, refreshStoreInfo } from './store-info.ts';

/** The charges that the page was rendered with (layouts/Page.astro), so that totals and the page's promises agree. */
function readPageCharges(): Charges {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset['shipping'];
  if (text === undefined) return noCharges;
  try {
    return toCharges(storeInfo.shape.shipping.parse(JSON.parse(text)));
  } catch (error) {
    console.warn('The charges of the page cannot be read', error);
    return noCharges;
  }
}

/** The charges of the whole store, in paise. */
export const $storeCharges = atom<Charges>(readPageCharges());

/** What the page's store gave for paying ahead; undefined for nothing. */
function readPageOffer(): Discount | undefined {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset['prepaid'];
  return toPrepaidOffer(prepaidDiscount.safeParse(parseJson(text ?? '')).data);
}

/** What the store gives for paying ahead. */
export const $prepaidOffer = atom<Discount | undefined>(readPageOffer());

/** What the store said last about delivering the cart to a pincode; null before it said anything. */
export const $quote = atom<{ pincode: string; quote: DeliveryQuote } | null>(null);

/** The charges of the cart, in paise: those for its pincode, once they are known. */
export const $charges = computed([$storeCharges, $quote], (charges, quoted) =>
  quoted?.quote.shipping ? toCharges(quoted.quote.shipping) : charges,
);

/**
 * Loads the charges of the store and its discount for paying ahead, which may have changed them since the page was rendered; a failure keeps them. `apply` makes the
 * change.
 */
export async function refreshCharges(apply = (change: () => void): void => change()): Promise<void> {
  if (!(await refreshStoreInfo({ force: true }))) return;
  const { storeinfo } = $storeInfo.get();
  apply(() => {
    $storeCharges.set(toCharges(storeinfo?.shipping));
    $prepaidOffer.set(toPrepaidOffer(storeinfo?.prepaid_discount));
  });
}
