import type { Db } from '#api/database/schema/engine.ts';
import { countMatches, wordIndexOf } from '#api/database/search/product-index.ts';
import { findRows } from '#api/services/columns/find-rows.ts';
import type { SearchMatches } from '#api/services/columns/match-cache.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { combineWordRows, toWordRows, type WordRows } from '#api/services/columns/word-rows.ts';
import { SCORING_MAX, type SearchQuery } from './ranking.ts';

type WordGroups = SearchQuery['wordGroups'];

/** Words that at least this share of the products have are common, and their rows are kept in memory. */
export const COMMON_SHARE = 0.005;

/** Up to this many words whose rows are not in memory are read one by one: of more, the index reads all at once. */
const MAX_RARE_WORDS = 3;

/**
 * The rows of each word of a search: of common words from memory, of others from the index. Undefined when none is in memory or too many are not, when
 * one of these has many matches after all (only its beginning was typed, or it is in descriptions only), or when the index splits a word.
 */
async function readWordRows(db: Db, columns: ProductColumns, groups: WordGroups): Promise<Map<string, WordRows> | undefined> {
  const index = wordIndexOf(db);
  const { commonWords } = columns.matches;
  if (!commonWords) return undefined;
  const words = [...new Set(groups.flat(2))];
  const keys = await index.readKeys(db, words);
  const rare = keys.filter((key) => key === undefined || !commonWords.has(key)).length;
  if (rare === words.length || rare > MAX_RARE_WORDS) return undefined;
  const most = Math.max(SCORING_MAX, columns.ids.length * COMMON_SHARE);
  const rows = new Map<string, WordRows>();
  for (const [i, word] of words.entries()) {
    const key = keys[i];
    if (key === undefined) return undefined;
    const common = commonWords.get(key);
    if (!common && (await countMatches(db, [[[word]]], 'AND', most + 1)) > most) return undefined;
    rows.set(word, common ?? toWordRows(columns.ids, await index.readWord(db, word)));
  }
  return rows;
}

const countRows = (parts: readonly Uint32Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/**
 * The same matches as the index finds, combined from those of each word: the index would read each match of common words in turn, a hundred
 * milliseconds among a million products. Undefined for a search that is left to the index.
 */
export async function combineMatches(db: Db, columns: ProductColumns, groups: WordGroups): Promise<SearchMatches | undefined> {
  const rows = await readWordRows(db, columns, groups);
  if (!rows) return undefined;
  const combine = (operator: SearchQuery['operator']) =>
    combineWordRows(groups, operator, (word) => rows.get(word) as WordRows, columns.ids.length);
  const all = combine('AND');
  const operator = groups.length > 1 && countRows(all) === 0 ? 'OR' : 'AND';
  const parts = operator === 'OR' ? combine('OR') : all;
  const total = countRows(parts);
  if (total === 0 || total > SCORING_MAX) return { parts, isScored: total === 0 };
  const ids = parts.flatMap((part) => Array.from(part, (row) => columns.ids[row] as number));
  const scored = await wordIndexOf(db).scoreMatches(db, groups, operator, ids);
  return { parts: scored.parts.map((part) => findRows(columns.ids, part)), isScored: true };
}
