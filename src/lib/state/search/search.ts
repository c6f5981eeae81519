import { map } from 'nanostores';
import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import * as paths from '#lib/rules/routes/paths.ts';

export const $search = map({ text: '', searchLoading: false });

export const setSearchText = (text: string): void => $search.setKey('text', text.slice(0, MAX_SEARCH));
export const clearSearch = (): void => $search.set({ text: '', searchLoading: false });

/** Starts a search: returns the path of its results, or null when the text is blank or a search is running (specification, validation). */
export function startSearch(): string | null {
  const { text, searchLoading } = $search.get();
  const query = text.trim();
  if (!query || searchLoading) return null;
  $search.setKey('searchLoading', true);
  return paths.search(query);
}
