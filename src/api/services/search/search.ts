import type { Db } from '#api/database/open.ts';
import { countMatches, hasMatch, isIndexedWord } from '#api/database/search/product-index.ts';
import { singularise, tokeniseQuery, type WordGroup } from '#api/database/search/tokenise.ts';
import { buildFilterConditions, type ProductFilters } from '#api/services/catalogue/filters.ts';
import { type ListingPage, listProducts, toListingPage } from '#api/services/catalogue/listing.ts';
import { getCachedTotal } from '#api/services/catalogue/total-cache.ts';
import { DEFAULT_PAGE, PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { findResultPage, type SearchQuery } from './ranking.ts';
import { correctWord } from './spelling.ts';

/** The most words of a search that are looked for. */
const MAX_WORDS = 10;

const isSingle = (group: WordGroup | undefined): group is [[string]] => group?.length === 1 && group[0]?.length === 1;

/** Neighbours that are one word to the catalogue may also be found as one: "sun glasses" is "sunglasses". */
async function joinNeighbours(db: Db, groups: readonly WordGroup[]): Promise<WordGroup[]> {
  const joined: WordGroup[] = [];
  for (const group of groups) {
    const before = joined.at(-1);
    const both = isSingle(before) && isSingle(group) ? [before[0][0], group[0][0]] : undefined;
    if (both && (await isIndexedWord(db, both.join('')))) joined.splice(-1, 1, [[both.join('')], both]);
    else joined.push(group);
  }
  return joined;
}

/** The sub-categories whose names hold all that is searched for: "watch" is found in "Men's - Watch", "shirts" not in "T-Shirts". */
async function namedCategories(db: Db, groups: readonly WordGroup[]): Promise<number[]> {
  const wanted = groups.map((ways) => ways.map((words) => words.map(singularise)));
  const all = await db.selectFrom('sub_category').select(['id', 'name']).execute();
  return all
    .filter(({ name }) => {
      const words = new Set(tokeniseQuery(name, MAX_WORDS).flatMap((ways) => (ways[0] ?? []).map(singularise)));
      return wanted.every((ways) => ways.some((way) => way.every((word) => words.has(word))));
    })
    .map(({ id }) => id);
}

/** What a word that is none may have meant: where some of it names a sub-category, only that ("wach" is "watch", not "wash"). */
async function correctionsOf(db: Db, word: string): Promise<string[][]> {
  const all = (await correctWord(db, word)).map((correction) => [correction]);
  const naming: string[][] = [];
  for (const way of all) if ((await namedCategories(db, [[way]])).length > 0) naming.push(way);
  return naming.length > 0 ? naming : all;
}

/** One group as the shopper meant it: what is no word may be its likeliest corrections, and what means nothing is dropped. */
async function understand(db: Db, group: WordGroup): Promise<WordGroup[]> {
  const word = group[0]?.[0] ?? '';
  if (isSingle(group) && (await isIndexedWord(db, word))) return [group];
  const found = await hasMatch(db, [group]);
  if (found && !isSingle(group)) return [group];
  const corrections = await correctionsOf(db, word);
  if (found || corrections.length > 0) return [[...(found ? group : []), ...corrections]];
  const parts = group.at(-1) ?? [];
  if (parts.length < 2) return [];
  return (await Promise.all(parts.map((part) => understand(db, [[part]])))).flat();
}

/** "shirts for men" are men's shirts, whether or not their description says "for"; a text of such words alone is taken as it stands. */
const linkWords = new Set(['a', 'an', 'and', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

const isLink = (group: WordGroup): boolean => isSingle(group) && linkWords.has(group[0][0]);

async function groupsIn(db: Db, text: string): Promise<WordGroup[]> {
  const all = tokeniseQuery(text, MAX_WORDS);
  const telling = all.filter((group) => !isLink(group));
  const groups = await joinNeighbours(db, telling.length > 0 ? telling : all);
  return (await Promise.all(groups.map((group) => understand(db, group)))).flat();
}

/** A search text, understood. */
export type ParsedSearch = Pick<SearchQuery, 'wordGroups' | 'operator' | 'matchCount'>;

/**
 * What a text looks for. Misspelt words are forgiven; when no product holds all words, those that hold any are meant. Undefined when
 * nothing in it means anything.
 */
export async function parseSearch(db: Db, text: string): Promise<ParsedSearch | undefined> {
  const groups = await groupsIn(db, text);
  if (groups.length === 0) return undefined;
  const matchedBy = (between: SearchQuery['operator']) =>
    getCachedTotal(db, [groups, between], () => countMatches(db, groups, between));
  const all = await matchedBy('AND');
  return all > 0
    ? { wordGroups: groups, operator: 'AND', matchCount: all }
    : { wordGroups: groups, operator: 'OR', matchCount: await matchedBy('OR') };
}

/**
 * A page of the products that match a search text, best first: those of a sub-category so named, then by how well name, brand,
 * category, keywords and description match. An empty text lists everything.
 */
export async function searchCatalogue(
  db: Db,
  text: string,
  filters: ProductFilters = {},
  page = DEFAULT_PAGE,
): Promise<ListingPage> {
  if (!text.trim()) return listProducts(db, filters, page);
  const understood = await parseSearch(db, text);
  if (!understood) return toListingPage(db, [], 0, page);
  const { wordGroups: groups, operator: between } = understood;
  const { sort_by, ...narrowing } = filters;
  const { ids, total } = await findResultPage(db, {
    ...understood,
    conditions: await buildFilterConditions(db, filters),
    cacheKey: [groups, between, narrowing],
    preferredSubCategories: await namedCategories(db, groups),
    sortBy: sort_by || undefined,
    offset: (page - 1) * PRODUCTS_PER_PAGE,
  });
  return toListingPage(db, ids, total, page);
}
