import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { matchingProducts, matchingTiers, scoredProducts } from '#api/database/search/product-index.ts';
import type { WordGroup } from '#api/database/search/tokenise.ts';

/** Subqueries of the products that a search finds by its words, or by a code, which come first. */

export interface SearchedWords {
  wordGroups: readonly WordGroup[];
  /** Whether products have all of the groups, or none has them all and those with any are found. */
  operator: 'AND' | 'OR';
  /** Products of which the whole text is a SKU or barcode. They rank first, and need not have the words. */
  coded: readonly number[];
}

const idList = ({ coded }: SearchedWords): RawBuilder<unknown> => sql.join(coded);

const byCode = (search: SearchedWords): RawBuilder<{ id: number }> =>
  sql`SELECT product.id FROM product WHERE product.id IN (${idList(search)})`;

/** The products in any order. */
export function matchingHits(db: Db, search: SearchedWords): RawBuilder<{ id: number }> {
  const { wordGroups, operator, coded } = search;
  if (coded.length === 0) return matchingProducts(db, wordGroups, operator);
  if (wordGroups.length === 0) return sql`(${byCode(search)})`;
  return sql`(${byCode(search)} UNION SELECT id FROM ${matchingProducts(db, wordGroups, operator)} AS worded)`;
}

/** The same with scores. */
export function scoredHits(db: Db, search: SearchedWords): RawBuilder<{ id: number; score: number }> {
  const { wordGroups, operator, coded } = search;
  if (coded.length === 0) return scoredProducts(db, wordGroups, operator);
  const first = sql`SELECT product.id, 0.0 AS score FROM product WHERE product.id IN (${idList(search)})`;
  if (wordGroups.length === 0) return sql`(${first})`;
  return sql`(${first} UNION ALL SELECT id, score FROM ${scoredProducts(db, wordGroups, operator)} AS worded
    WHERE id NOT IN (${idList(search)}))`;
}

/** The tiers, best first. */
export function tierHits(db: Db, search: SearchedWords): RawBuilder<{ id: number }>[] {
  const { wordGroups, operator, coded } = search;
  const tiers = matchingTiers(db, wordGroups, operator);
  if (coded.length === 0) return tiers;
  return [
    sql`(${byCode(search)})`,
    ...tiers.map((tier) => sql<{ id: number }>`(SELECT id FROM ${tier} AS worded WHERE id NOT IN (${idList(search)}))`),
  ];
}

/** The beginning of an ORDER BY of `scoredHits`. */
export const codedFirst = (search: SearchedWords): RawBuilder<unknown> =>
  search.coded.length > 0 ? sql`hit.id NOT IN (${idList(search)}), ` : sql``;

/** Counts the products with the code that do not have the words. */
export async function countWithoutWords(db: Db, search: SearchedWords): Promise<number> {
  if (search.coded.length === 0) return 0;
  const words = matchingProducts(db, search.wordGroups, search.operator);
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${byCode(search)}) AS coded
    WHERE id NOT IN (SELECT id FROM ${words} AS worded)`.execute(db);
  return rows[0]?.total ?? 0;
}
