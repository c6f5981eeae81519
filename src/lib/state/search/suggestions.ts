import { map } from 'nanostores';
import { browserConnection } from '#lib/client/browser-connection.ts';
import { cancelRequest } from '#lib/client/request.ts';
import { type Product, searchProductsCall } from '#lib/contract/catalogue.ts';
import { callStore, isRefused } from '#lib/state/session/call.ts';
import { $search } from './search.ts';

/** How long the typing must rest before the store is asked, in milliseconds, and from how many letters on. */
const REST_MS = 200;
const FEWEST_LETTERS = 2;

/** How many of each are offered. */
const PRODUCTS = 5;
const CATEGORIES = 3;

/** So many of the best matches say which categories are meant. */
const TELLING = 8;

/** What the text in the search field may be about. Belongs to one tab, like every search (specification 4.6). */
export interface Suggestions {
  /** The text they were found for; '' when there are none. */
  text: string;
  categories: readonly string[];
  products: readonly Product[];
}

const none: Suggestions = { text: '', categories: [], products: [] };

export const $suggestions = map<Suggestions>(none);

let waiting: ReturnType<typeof setTimeout> | undefined;
let asked: { body: { search: string } } | undefined;

/** The sub-categories of some products, the one with most of them first. */
function categoriesOf(products: readonly Product[]): string[] {
  const counts = new Map<string, number>();
  for (const { sub_category } of products) {
    const name = sub_category.sub_category_name;
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, CATEGORIES)
    .map(([name]) => name);
}

/** Asks the store; an answer that comes after the text has changed is dropped. A failed search is only logged (specification 8). */
async function ask(text: string): Promise<void> {
  const question = { body: { search: text } };
  asked = question;
  const outcome = await callStore(searchProductsCall, question);
  if (!outcome || asked !== question) return;
  if (isRefused(outcome)) return console.warn('No suggestions came', outcome.message);
  $suggestions.set({ text, categories: categoriesOf(outcome.data.slice(0, TELLING)), products: outcome.data.slice(0, PRODUCTS) });
}

function forget(): void {
  clearTimeout(waiting);
  if (asked) cancelRequest(browserConnection, searchProductsCall, asked);
  asked = undefined;
}

/** Keeps the suggestions in step with the text of the search field; returns how to stop. */
export function suggestWhileTyping(): () => void {
  let before = '';
  return $search.subscribe((search) => {
    const text = search.text.trim();
    if (search.searchLoading) forget();
    if (text === before) return;
    before = text;
    forget();
    if (text.length < FEWEST_LETTERS) $suggestions.set(none);
    else waiting = setTimeout(() => void ask(text), REST_MS);
  });
}
