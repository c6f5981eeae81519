import { map } from 'nanostores';
import { browserConnection } from '#lib/client/browser-connection.ts';
import { cancelRequest, isRefused } from '#lib/client/request.ts';
import { type Product, searchProductsCall } from '#lib/contract/catalogue.ts';
import { SEARCH_DEBOUNCE_MS } from '#lib/site/timings.ts';
import { MIN_SUGGESTION_LENGTH } from '#lib/site/ui-thresholds.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { $search } from './search.ts';

const MAX_PRODUCTS = 5;
const MAX_CATEGORIES = 3;

/** Best matches whose categories are counted for the suggested ones. */
const COUNTED_MATCHES = 8;

/** Suggestions for the text in the search field. They belong to one tab, like every search (specification, tab sync). */
export interface Suggestions {
  /** The text that they were loaded for; '' when there are none. */
  text: string;
  categories: readonly string[];
  products: readonly Product[];
  /** All products that match, where the store says how many. */
  total?: number | undefined;
  /** A word to search for instead of one that finds nothing. */
  correction?: string | undefined;
}

const none: Suggestions = { text: '', categories: [], products: [] };

export const $suggestions = map<Suggestions>(none);

let debounce: ReturnType<typeof setTimeout> | undefined;
let latest: { body: { search: string } } | undefined;

/** Names of the most frequent sub-categories of some products, most frequent first. */
function suggestCategories(products: readonly Product[]): string[] {
  const counts = new Map<string, number>();
  for (const { sub_category } of products) {
    const name = sub_category.sub_category_name;
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_CATEGORIES)
    .map(([name]) => name);
}

/** Loads suggestions; a reply to an outdated text is dropped. A failed search is only logged (specification, messages). */
async function load(text: string): Promise<void> {
  const options = { body: { search: text } };
  latest = options;
  const outcome = await callStore(searchProductsCall, options);
  if (!outcome || latest !== options) return;
  if (isRefused(outcome)) return console.warn('The suggestions could not be loaded', outcome.message);
  const { data: products, total, more, uncounted, correction } = outcome;
  $suggestions.set({
    text,
    total: more || uncounted ? undefined : total,
    correction,
    categories: suggestCategories(products.slice(0, COUNTED_MATCHES)),
    products: products.slice(0, MAX_PRODUCTS),
  });
}

function cancel(): void {
  clearTimeout(debounce);
  if (latest) cancelRequest(browserConnection, searchProductsCall, latest);
  latest = undefined;
}

/** Loads suggestions while the shopper types in the search field; returns a function that stops it. */
export function suggestWhileTyping(): () => void {
  let before = '';
  return $search.subscribe((search) => {
    const text = search.text.trim();
    if (search.searchLoading) cancel();
    if (text === before) return;
    before = text;
    cancel();
    if (text.length < MIN_SUGGESTION_LENGTH) $suggestions.set(none);
    else debounce = setTimeout(() => void load(text), SEARCH_DEBOUNCE_MS);
  });
}
