import type { Db } from '#api/database/schema/engine.ts';
import { wordIndexOf } from '#api/database/search/product-index.ts';
import type { TierIds } from '#api/database/search/read-tiers.ts';
import { keyOfTerm } from '#api/database/search/word-keys.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { countWordBytes, toWordRows, type WordRows } from '#api/services/columns/word-rows.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { readSearchMatches } from './column-matches.ts';
import { COMMON_SHARE } from './combine-words.ts';
import { parseSearch } from './parse-search.ts';
import { getCurrentVocabulary } from './vocabulary.ts';

/** Memory for the rows of common words: with a million products, at most 125 kB for most of them. */
const MAX_WORD_BYTES = 20 * 1024 * 1024;

/** Sub-categories whose names are searched for. */
const MAX_SUB_CATEGORIES = 20;

/** The words that many products have, as stemmed by the index, the most common first. */
async function listCommonTerms(db: Db, products: number): Promise<string[]> {
  const { terms } = await getCurrentVocabulary(db);
  const common = terms.filter((term) => term.products >= products * COMMON_SHARE);
  return common.sort((a, b) => b.products - a.products).map(({ term }) => term);
}

/** Words of which one may stem to a term: the stem of a term is not always the term ("blouse", "blous", "blou"). */
const candidatesFor = (term: string): string[] => [term, `${term}e`, term.replace(/i$/, 'y'), `${term}s`];

/** A word for each of the terms that stems to it, by its key. */
async function findWords(db: Db, terms: readonly string[]): Promise<Map<string, string>> {
  const candidates = terms.map(candidatesFor);
  const keys = (await wordIndexOf(db).readKeys(db, candidates.flat())).values();
  const words = new Map<string, string>();
  for (const [i, ofTerm] of candidates.entries()) {
    const key = keyOfTerm(terms[i] as string);
    for (const word of ofTerm) if (keys.next().value === key && !words.has(key)) words.set(key, word);
  }
  return words;
}

/** Reads the rows of common words, of which searches are combined. Gives up when products or their words change meanwhile. */
async function readCommonWords(db: Db, columns: ProductColumns): Promise<void> {
  const words = new Map<string, WordRows>();
  let bytes = 0;
  for (const [key, word] of await findWords(db, await listCommonTerms(db, columns.ids.length))) {
    const rows = toWordRows(columns.ids, (await wordIndexOf(db).readWord(db, word)) as TierIds);
    bytes += countWordBytes(rows);
    if (bytes > MAX_WORD_BYTES) break;
    words.set(key, rows);
    // A change of prices leaves the cache, and the rows, as they are.
    if ((await getCurrentColumns(db))?.matches !== columns.matches) return;
  }
  columns.matches.commonWords = words;
}

/**
 * Reads the matches of searches that are likely, and of the words that many products have: they are cached and kept in a file. Among a million
 * products, the first search for one to three common words takes 2 to 30 ms with them, and 25 to 190 without on PostgreSQL.
 */
export async function readCommonMatches(db: Db): Promise<void> {
  const columns = await getCurrentColumns(db);
  if (!columns) return;
  if (!columns.matches.commonWords) await readCommonWords(db, columns);
  const names = (await listSubCategories(db)).slice(0, MAX_SUB_CATEGORIES).map(({ name }) => name);
  for (const text of [...popularTerms, ...names]) {
    const search = await parseSearch(db, text);
    if (search) await readSearchMatches(db, columns, search.wordGroups);
  }
}
