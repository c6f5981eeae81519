import { atom } from 'nanostores';
import { shippingCharges } from '#lib/contract/store.ts';
import { type Charges, noCharges, toCharges } from '#lib/rules/charges.ts';
import { $storeInfo, refreshStoreInfo } from './store-info.ts';

/** The charges that the page was rendered with (layouts/Page.astro), so that totals and the page's promises agree. */
function readPageCharges(): Charges {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset['shipping'];
  if (text === undefined) return noCharges;
  try {
    return toCharges(shippingCharges.parse(JSON.parse(text)));
  } catch (error) {
    console.warn('The charges of the page cannot be read', error);
    return noCharges;
  }
}

/** The store's charges, in paise. */
export const $charges = atom<Charges>(readPageCharges());

/**
 * Loads the charges from the store, which may have changed them since the page was rendered; a failure keeps them. `apply` makes the
 * change.
 */
export async function refreshCharges(apply = (change: () => void): void => change()): Promise<void> {
  if (await refreshStoreInfo({ force: true })) apply(() => $charges.set(toCharges($storeInfo.get().storeinfo?.shipping)));
}
