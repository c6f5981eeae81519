import { SAVED_STATE_KEY, SAVED_STATE_VERSION, type SavedState, type ViewedProduct } from '#lib/contract/saved-state.ts';

/** How many recently viewed products are remembered. */
export const MAX_VIEWED_PRODUCTS = 12;

const isViewed = (value: unknown): value is ViewedProduct =>
  typeof value === 'object' &&
  value !== null &&
  ['slug', 'name', 'picture'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string');

/**
 * The saved state, and its recently viewed products that are not damaged; both empty for a state of another version. Throws when storage
 * is blocked or does not hold JSON.
 */
export function readViewedProducts(): { saved: SavedState; viewed: ViewedProduct[] } {
  const saved = JSON.parse(localStorage.getItem(SAVED_STATE_KEY) ?? '{}') as SavedState;
  if (saved.v !== SAVED_STATE_VERSION) return { saved: { v: SAVED_STATE_VERSION }, viewed: [] };
  const { recentlyViewed } = saved;
  return { saved, viewed: Array.isArray(recentlyViewed) ? recentlyViewed.filter(isViewed) : [] };
}
