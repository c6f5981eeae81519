import { readRevisions } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { WordIndex } from '#api/database/search/index-interface.ts';
import { wordIndexOf } from '#api/database/search/product-index.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { countWordBytes, toWordRows, type WordRows } from '#api/services/columns/word-rows.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { readSearchMatches } from './column-matches.ts';
import { parseSearch } from './parse-search.ts';
import { getVocabulary } from './vocabulary.ts';

/** Words that at least this share of the products have are common: other searches are fast without. */
const MIN_SHARE = 0.005;

/** Matches of all common words as searches: the cache has room for twice as many. */
const MAX_MATCHES = 2_000_000;

/** Memory for the rows of common words: with a million products, at most 125 kB for most of them. */
const MAX_WORD_BYTES = 24 * 1024 * 1024;

/** Sub-categories whose names are searched for. */
const MAX_SUB_CATEGORIES = 20;

/** The words that most products have, as stemmed by the index, the most common first. */
async function listCommonWords(db: Db, products: number): Promise<{ term: string; products: number }[]> {
  const { terms } = await getVocabulary(db);
  return terms.filter((term) => term.products >= products * MIN_SHARE).sort((a, b) => b.products - a.products);
}

/** The common words that are searched for, within `MAX_MATCHES`. */
async function listWordsToSearch(db: Db, products: number): Promise<string[]> {
  const words: string[] = [];
  let matches = 0;
  for (const word of await listCommonWords(db, products)) {
    matches += word.products;
    if (matches > MAX_MATCHES) break;
    words.push(word.term);
  }
  return words;
}

/** Reads the rows of common words, of which searches are combined. Gives up when the catalogue changes meanwhile. */
async function readCommonWords(db: Db, columns: ProductColumns, index: WordIndex): Promise<void> {
  const words = new Map<string, WordRows>();
  let bytes = 0;
  for (const { term } of await listCommonWords(db, columns.ids.length)) {
    const key = index.keyOfTerm(term);
    const rows = toWordRows(columns.ids, await index.readWord(db, key));
    bytes += countWordBytes(rows);
    if (bytes > MAX_WORD_BYTES) break;
    words.set(key, rows);
    if ((await readRevisions(db)).assortment !== columns.assortment) return;
  }
  columns.matches.commonWords = words;
}

/**
 * Reads the matches of searches that are likely, or slow because they match many products: they are cached and kept in the file of the columns.
 * Among a million products on PostgreSQL, the first search for one to three common words takes 2 to 30 ms with them, and 25 to 190 without.
 */
export async function readCommonMatches(db: Db): Promise<void> {
  const columns = await getCurrentColumns(db);
  if (!columns) return;
  const index = wordIndexOf(db);
  if (index && !columns.matches.commonWords) await readCommonWords(db, columns, index);
  const names = (await listSubCategories(db)).slice(0, MAX_SUB_CATEGORIES).map(({ name }) => name);
  const words = index ? [] : await listWordsToSearch(db, columns.ids.length);
  for (const text of [...popularTerms, ...names, ...words]) {
    const search = await parseSearch(db, text);
    if (search) await readSearchMatches(db, columns, search.wordGroups);
  }
}
