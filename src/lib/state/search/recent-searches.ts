import * as z from 'zod/mini';
import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';

/** Searches kept on this device. */
const MAX_TERMS = 6;

const none: SliceFields<'recentSearches'> = { terms: [] };
const saved = z.object({ terms: z.array(z.string().check(z.maxLength(MAX_SEARCH))) });

/** Searches made on this device, latest first; never sent to the store. */
export const $recentSearches = createSharedMap('recentSearches', none, {}, z.partial(saved));

/** Puts a search first; the same text in other case is removed. */
export function rememberSearch(text: string): void {
  const others = $recentSearches.get().terms.filter((term) => term.toLowerCase() !== text.toLowerCase());
  $recentSearches.set({ terms: [text, ...others].slice(0, MAX_TERMS) });
}

export const clearRecentSearches = (): void => $recentSearches.set(none);
