import type { Db } from '#api/database/schema/engine.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { readSearchMatches } from './column-matches.ts';
import { parseSearch } from './parse-search.ts';
import { getVocabulary } from './vocabulary.ts';

/** Words that at least this share of the products have are common: other searches are fast without. */
const MIN_SHARE = 0.02;

/** Matches of all common words: the cache has room for twice as many. */
const MAX_MATCHES = 2_000_000;

/** Sub-categories whose names are searched for. */
const MAX_SUB_CATEGORIES = 20;

/** The words that most products have, as stemmed by the index. */
async function listCommonWords(db: Db, products: number): Promise<string[]> {
  const { terms } = await getVocabulary(db);
  const words: string[] = [];
  let matches = 0;
  for (const term of terms.toSorted((a, b) => b.products - a.products)) {
    matches += term.products;
    if (term.products < products * MIN_SHARE || matches > MAX_MATCHES) break;
    words.push(term.term);
  }
  return words;
}

/**
 * Reads the matches of searches that are likely, or slow because they match many products: they are cached and kept in the file of the columns.
 * Among a million products on PostgreSQL, the first such search takes 30 to 190 ms without.
 */
export async function readCommonMatches(db: Db): Promise<void> {
  const columns = await getCurrentColumns(db);
  if (!columns) return;
  const names = (await listSubCategories(db)).slice(0, MAX_SUB_CATEGORIES).map(({ name }) => name);
  for (const text of [...popularTerms, ...names, ...(await listCommonWords(db, columns.ids.length))]) {
    const search = await parseSearch(db, text);
    if (search) await readSearchMatches(db, columns, search.wordGroups);
  }
}
