import { readChangeCount } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { findProductsByCode } from '#api/database/search/product-codes.ts';
import { countMatches, hasMatch, isIndexedWord } from '#api/database/search/product-index.ts';
import { isNumber, singularise, tokeniseQuery, type WordGroup } from '#api/database/search/tokenise.ts';
import { memoiseByRevision } from '#api/services/catalogue/revision-cache.ts';
import { MAX_COUNTED } from '#lib/contract/limits.ts';
import { readSubCategoryNames } from './find-sub-categories.ts';
import { countWithoutWords, type SearchedWords } from './hits.ts';
import { correctWord, hasDigit } from './spelling.ts';

/** Further words of a search text are ignored. */
const MAX_WORDS = 10;

const isSingle = (group: WordGroup | undefined): group is [[string]] => group?.length === 1 && group[0]?.length === 1;

/** Joins adjacent words that the catalogue has as one word: "sun glasses" also matches "sunglasses", but "1.5 m" not "15". */
async function joinAdjacentWords(db: Db, groups: readonly WordGroup[]): Promise<WordGroup[]> {
  const joined: WordGroup[] = [];
  for (const group of groups) {
    const previous = joined.at(-1);
    const both = isSingle(previous) && isSingle(group) ? [previous[0][0], group[0][0]] : undefined;
    if (both && !both.every(isNumber) && (await isIndexedWord(db, both.join('')))) joined.splice(-1, 1, [[both.join('')], both]);
    else joined.push(group);
  }
  return joined;
}

/** Finds the sub-categories whose names contain every word group: "watch" matches "Men's - Watch", "shirts" does not match "T-Shirts". */
async function findCategoriesNamed(db: Db, groups: readonly WordGroup[]): Promise<number[]> {
  const singular = groups.map((alternatives) => alternatives.map((words) => words.map(singularise)));
  return (await readSubCategoryNames(db))
    .filter(({ name }) => {
      const nameWords = new Set(tokeniseQuery(name, MAX_WORDS).flatMap(([words = []]) => words.map(singularise)));
      return singular.every((alternatives) => alternatives.some((words) => words.every((word) => nameWords.has(word))));
    })
    .map(({ id }) => id);
}

/** Finds spelling corrections; those that name a sub-category exclude the others ("wach" means "watch", not "wash"). */
async function findCorrections(db: Db, word: string): Promise<string[][]> {
  const all = (await correctWord(db, word)).map((correction) => [correction]);
  const naming: string[][] = [];
  for (const words of all) if ((await findCategoriesNamed(db, [[words]])).length > 0) naming.push(words);
  return naming.length > 0 ? naming : all;
}

/** Corrects a group whose word is unknown. A compound without matches is split into its parts; a word without corrections is dropped. */
async function correctGroup(db: Db, group: WordGroup): Promise<WordGroup[]> {
  const word = group[0]?.[0] ?? '';
  if (isSingle(group) && (await isIndexedWord(db, word))) return [group];
  const found = await hasMatch(db, [group]);
  if (found && !isSingle(group)) return [group];
  const corrections = await findCorrections(db, word);
  if (found || corrections.length > 0) return [[...(found ? group : []), ...corrections]];
  const parts = group.at(-1) ?? [];
  // Parts of a code or model ("kt-114-dre") mean other products.
  if (parts.length < 2 || hasDigit(word)) return [];
  return (await Promise.all(parts.map((part) => correctGroup(db, [[part]])))).flat();
}

/** Ignored in a search text, unless it has no other words. */
const stopWords = new Set(['a', 'an', 'and', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

const isStopWord = (group: WordGroup): boolean => isSingle(group) && stopWords.has(group[0][0]);

async function parseWordGroups(db: Db, text: string): Promise<WordGroup[]> {
  const all = tokeniseQuery(text, MAX_WORDS);
  const significant = all.filter((group) => !isStopWord(group));
  const groups = await joinAdjacentWords(db, significant.length > 0 ? significant : all);
  return (await Promise.all(groups.map((group) => correctGroup(db, group)))).flat();
}

export interface ParsedSearch extends SearchedWords {
  /** Number of products with the words or the code, before filters, at most one more than `MAX_COUNTED`. */
  matchCount: number;
  /** Sub-categories whose products rank above all others. */
  preferredSubCategories: readonly number[];
}

/** A search by a code without any known word. */
const codeOnly = { wordGroups: [], operator: 'AND', preferredSubCategories: [] } as const;

/** Search texts whose parse is cached. */
const MAX_PARSED = 2000;

const getCachedParse = memoiseByRevision<ParsedSearch | false>(MAX_PARSED, readChangeCount);

/** Parses a search text and corrects its spelling. Undefined when no word is known. */
export async function parseSearch(db: Db, text: string): Promise<ParsedSearch | undefined> {
  return (await getCachedParse(db, text, () => computeParse(db, text))) || undefined;
}

async function computeParse(db: Db, text: string): Promise<ParsedSearch | false> {
  const coded = await findProductsByCode(db, text);
  const wordGroups = await parseWordGroups(db, text);
  if (wordGroups.length === 0) return coded.length > 0 && { ...codeOnly, coded, matchCount: coded.length };
  const preferredSubCategories = await findCategoriesNamed(db, wordGroups);
  const count = (operator: 'AND' | 'OR') => countMatches(db, wordGroups, operator, MAX_COUNTED + 1);
  const withAll = await count('AND');
  const operator = withAll > 0 ? 'AND' : 'OR';
  const search = { wordGroups, operator, coded, preferredSubCategories } as const;
  return { ...search, matchCount: (withAll || (await count('OR'))) + (await countWithoutWords(db, search)) };
}
