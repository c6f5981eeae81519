import type { Db } from '#api/database/schema/engine.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { readSearchMatches } from './column-matches.ts';
import { readCommonWords } from './common-words.ts';
import { parseSearch } from './parse-search.ts';

/** Sub-categories whose names are searched for. */
const MAX_SUB_CATEGORIES = 20;

/**
 * Reads the matches of searches that are likely, and of the words that many products have: they are cached and kept in a file. Among a million
 * products, the first search for one to three common words takes 2 to 30 ms with them, and 25 to 190 without on PostgreSQL.
 */
export async function readCommonMatches(db: Db, signal?: AbortSignal): Promise<void> {
  const columns = await getCurrentColumns(db);
  if (!columns) return;
  if (!columns.matches.commonWords) await readCommonWords(db, columns, signal);
  const names = (await listSubCategories(db)).slice(0, MAX_SUB_CATEGORIES).map(({ name }) => name);
  for (const text of [...popularTerms, ...names]) {
    const search = await parseSearch(db, text);
    if (search) await readSearchMatches(db, columns, search.wordGroups);
  }
}
