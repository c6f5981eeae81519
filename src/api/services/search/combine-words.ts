import type { Db } from '#api/database/schema/engine.ts';
import { wordIndexOf } from '#api/database/search/product-index.ts';
import { prefixOfKey } from '#api/database/search/word-keys.ts';
import { findRows } from '#api/services/columns/find-rows.ts';
import type { SearchMatches } from '#api/services/columns/match-cache.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { addLongerWords, combineWordRows, toWordRows, type WordRows } from '#api/services/columns/word-rows.ts';
import { SCORING_MAX, type SearchQuery } from './ranking.ts';

type WordGroups = SearchQuery['wordGroups'];

/** Words that at least this share of the products have are common, and their rows are kept in memory. */
export const COMMON_SHARE = 0.005;

/** Beginnings of fewer letters are left to the index: so many words begin with them that leaving out the common ones takes longer. */
const MIN_BEGINNING = 3;

/** Up to this many words whose rows are not in memory are read one by one: of more, the index reads all at once. */
const MAX_RARE_WORDS = 3;

/** The common words that begin with the word of this key: lexemes that can be named in a query, as they are not stemmed further. */
async function findLongerWords(db: Db, { matches }: ProductColumns, key: string): Promise<{ lexeme: string; rows: WordRows }[]> {
  const beginning = prefixOfKey(key);
  if (beginning === undefined) return [];
  const longer = [...(matches.commonWords ?? [])].filter(([other]) => other.startsWith(beginning));
  const lexemes = longer.map(([other]) => prefixOfKey(other) ?? '');
  const keys = await wordIndexOf(db).readKeys(db, lexemes);
  return longer.flatMap(([other, rows], i) => (keys[i] === other ? [{ lexeme: lexemes[i] as string, rows }] : []));
}

/**
 * Reads the rows of a word that are not in memory, and adds those of common words that begin with it: of a word that is being typed, these are
 * nearly all. Undefined when too many are left, such as those of a word in most descriptions.
 */
async function readRareWord(db: Db, columns: ProductColumns, word: string, key: string): Promise<WordRows | undefined> {
  if ((prefixOfKey(key)?.length ?? MIN_BEGINNING) < MIN_BEGINNING) return undefined;
  const longer = await findLongerWords(db, columns, key);
  const most = Math.max(SCORING_MAX, columns.ids.length * COMMON_SHARE);
  const found = await wordIndexOf(db).readWord(db, word, { covered: longer.map(({ lexeme }) => lexeme), most });
  if (!found) return undefined;
  const rows = toWordRows(columns.ids, found);
  const added = longer.map((other) => other.rows);
  return added.length > 0 ? addLongerWords(rows, added, columns.ids.length) : rows;
}

/**
 * The rows of each word of a search: of common words from memory, of others also from the index. Undefined when too many words are not in memory, one
 * of these has too many matches or too few letters, or the index splits a word.
 */
async function readWordRows(db: Db, columns: ProductColumns, groups: WordGroups): Promise<Map<string, WordRows> | undefined> {
  const { commonWords } = columns.matches;
  if (!commonWords) return undefined;
  const words = [...new Set(groups.flat(2))];
  const keys = await wordIndexOf(db).readKeys(db, words);
  const rare = keys.filter((key) => key === undefined || !commonWords.has(key));
  if (rare.includes(undefined) || rare.length > MAX_RARE_WORDS) return undefined;
  const rows = new Map<string, WordRows>();
  for (const [i, word] of words.entries()) {
    const key = keys[i] as string;
    const found = commonWords.get(key) ?? (await readRareWord(db, columns, word, key));
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
