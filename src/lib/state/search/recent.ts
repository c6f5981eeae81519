import * as z from 'zod/mini';
import { MAX_SEARCH } from '#lib/contract/limits.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';

/** How many searches this device remembers. */
const MOST = 6;

const schema = z.partial(z.object({ terms: z.array(z.string().check(z.maxLength(MAX_SEARCH))) }));

/** What was searched for on this device, latest first; it never leaves it. */
export const $recentSearches = createSavedMap<{ terms: string[] }>('recentSearches', { terms: [] }, schema);
syncAcrossTabs('recentSearches', $recentSearches, []);

/** Puts a text in front of what was searched for; the same one in other letters goes. */
export function rememberSearch(text: string): void {
  const others = $recentSearches.get().terms.filter((term) => term.toLowerCase() !== text.toLowerCase());
  $recentSearches.set({ terms: [text, ...others].slice(0, MOST) });
}

export const clearRecentSearches = (): void => $recentSearches.set({ terms: [] });
