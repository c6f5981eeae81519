import type { SavedSlice } from '#lib/contract/saved-state.ts';
import { canSave, isStorageUsed } from './local-storage.ts';
import { $unsaved } from './saved-state.ts';

const lost: Partial<Record<SavedSlice, string>> = {
  cart: 'your cart is lost on the next page',
  auth: 'you are signed out on the next page',
};

/** Why the cart or the session is lost on the next page, and what to do; undefined where the browser has saved it. */
export function describeUnsaved(slice: 'cart' | 'auth'): string | undefined {
  const isRefused = !canSave();
  if (!isRefused && !$unsaved.get().includes(slice)) return undefined;
  return isRefused && !isStorageUsed()
    ? `Your browser does not let this shop save anything, so ${lost[slice]}. To buy here, allow site data for this shop in your browser's settings.`
    : `Your browser has no storage left, so ${lost[slice]}. To buy here, free some space on your device or clear the browsing data of other sites, then try again.`;
}
