import type { Db } from '#api/database/schema/engine.ts';
import { wordIndexOf } from '#api/database/search/product-index.ts';
import { noMatches } from '#api/database/search/read-tiers.ts';
import { prefixOfKey } from '#api/database/search/word-keys.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import { findRows } from '#api/services/columns/find-rows.ts';
import type { CommonWords, SearchMatches } from '#api/services/columns/match-cache.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { addLongerWords, combineWordRows, toWordRows, type WordRows } from '#api/services/columns/word-rows.ts';
import { SCORING_MAX, type SearchQuery } from './ranking.ts';

type WordGroups = SearchQuery['wordGroups'];

/** Words that at least this share of the products have are common, and their rows are kept in memory. */
export const COMMON_SHARE = 0.005;

/** Up to this many words whose rows are not in memory are read one by one: of more, the index reads all at once. */
const MAX_RARE_WORDS = 3;

/** The rows of the common words that begin with the word of a key, anywhere in a product. */
function findLongerWords(commonWords: CommonWords | undefined, key: string): WordRows[] {
  const beginning = prefixOfKey(key);
  if (beginning === undefined) return [];
  return [...(commonWords?.rows ?? [])].flatMap(([other, rows]) => (prefixOfKey(other)?.startsWith(beginning) ? [rows] : []));
}

/** Whether a common word is this word or begins with it: then the index need not be asked whether it has one. */
export async function isCommonBeginning(db: Db, word: string): Promise<boolean> {
  const commonWords = (await getCurrentColumns(db))?.matches.commonWords;
  if (!commonWords) return false;
  const [key] = await wordIndexOf(db).readKeys(db, [word]);
  return key !== undefined && (commonWords.rows.has(key) || findLongerWords(commonWords, key).length > 0);
}

/**
 * Reads the rows of a word that are not in memory. Of a word that is being typed, nearly all are those of common words that begin with it, and the
 * terms that it may also become are known. Undefined when too many are left, such as those of the beginning of thousands of terms.
 */
async function readRareWord(db: Db, columns: ProductColumns, word: string, key: string): Promise<WordRows | undefined> {
  const { commonWords } = columns.matches;
  const most = Math.max(SCORING_MAX, Math.ceil(columns.ids.length * COMMON_SHARE));
  const longer = findLongerWords(commonWords, key);
  if (longer.length === 0) {
    const found = await wordIndexOf(db).readWord(db, word, { most });
    return found && toWordRows(columns.ids, found);
  }
  const terms = commonWords?.otherTerms.get(prefixOfKey(key) as string);
  const found = terms && (terms.length > 0 ? await wordIndexOf(db).readWord(db, word, { terms, most }) : noMatches);
  return found && addLongerWords(toWordRows(columns.ids, found), longer, columns.ids.length);
}

/**
 * The rows of each word of a search: of common words from memory, of others also from the index. Undefined when too many words are not in memory, one
 * of these has too many matches or may become too many words, or the index splits a word.
 */
async function readWordRows(db: Db, columns: ProductColumns, groups: WordGroups): Promise<Map<string, WordRows> | undefined> {
  const { commonWords } = columns.matches;
  if (!commonWords) return undefined;
  const words = [...new Set(groups.flat(2))];
  const keys = await wordIndexOf(db).readKeys(db, words);
  const rare = keys.filter((key) => key === undefined || !commonWords.rows.has(key));
  if (rare.includes(undefined) || rare.length > MAX_RARE_WORDS) return undefined;
  const rows = new Map<string, WordRows>();
  for (const [i, word] of words.entries()) {
    const key = keys[i] as string;
    const found = commonWords.rows.get(key) ?? (await readRareWord(db, columns, word, key));
    if (!found) return undefined;
    rows.set(word, found);
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
