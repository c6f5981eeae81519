import { readRevisions } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { wordIndexOf } from '#api/database/search/product-index.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { countWordBytes, toWordRows, type WordRows } from '#api/services/columns/word-rows.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { readSearchMatches } from './column-matches.ts';
import { parseSearch } from './parse-search.ts';
import { getVocabulary } from './vocabulary.ts';

/** Words that at least this share of the products have are common: others are read fast. */
const MIN_SHARE = 0.005;

/** Memory for the rows of common words: with a million products, at most 125 kB for most of them. */
const MAX_WORD_BYTES = 20 * 1024 * 1024;

/** Sub-categories whose names are searched for. */
const MAX_SUB_CATEGORIES = 20;

/** The words that many products have, as stemmed by the index, the most common first. */
async function listCommonTerms(db: Db, products: number): Promise<string[]> {
  const { terms } = await getVocabulary(db);
  const common = terms.filter((term) => term.products >= products * MIN_SHARE);
  return common.sort((a, b) => b.products - a.products).map(({ term }) => term);
}

/** Reads the rows of common words, of which searches are combined. Gives up when the catalogue changes meanwhile. */
async function readCommonWords(db: Db, columns: ProductColumns): Promise<void> {
  const index = wordIndexOf(db);
  const terms = await listCommonTerms(db, columns.ids.length);
  const keys = await index.readKeys(db, terms);
  const words = new Map<string, WordRows>();
  let bytes = 0;
  for (const [i, term] of terms.entries()) {
    const key = keys[i];
    if (key === undefined) continue;
    const rows = toWordRows(columns.ids, await index.readWord(db, term));
    bytes += countWordBytes(rows);
    if (bytes > MAX_WORD_BYTES) break;
    words.set(key, rows);
    if ((await readRevisions(db)).assortment !== columns.assortment) return;
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
