import { type RawBuilder, sql } from 'kysely';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import type { Db } from '../database/open.ts';
import { matchingProducts, matchingTiers } from '../database/search.ts';
import type { WordGroup } from '../database/words.ts';
import { type Condition, countRows, onSale, sortOrder } from './listing.ts';

/** What is searched for, understood: products that hold all (or any) of the groups and meet the conditions. */
export interface Wanted {
  groups: readonly WordGroup[];
  between: 'AND' | 'OR';
  conditions: readonly Condition[];
  /** How many products hold the words, whatever the conditions say. */
  matched: number;
}

/**
 * Up to so many products are scored one by one. Where more match, hardly anything tells them apart: then the newest come first among
 * those whose words stand in the same places.
 */
const SCORED_AT_MOST = 1000;

/** The products of a table of matches. The cross join keeps SQLite from searching for the words again with every product. */
const hitsIn = (db: Db, table: RawBuilder<{ id: number }>, conditions: readonly Condition[]) =>
  db
    .selectFrom(table.as('hit'))
    .crossJoin('product')
    .whereRef('product.id', '=', 'hit.id')
    .where(({ and }) => and([onSale, ...conditions]));

/** The same for very many matches: products are walked in the order asked for, and each is looked up among the matches. */
const among = (db: Db, table: RawBuilder<{ id: number }>, conditions: readonly Condition[]) =>
  db
    .selectFrom('product')
    .where(({ and }) => and([onSale, ...conditions]))
    .where(sql<boolean>`+product.id IN (SELECT id FROM ${table} AS hit)`);

/** How many products are wanted. */
export async function countHits(db: Db, { groups, between, conditions, matched }: Wanted): Promise<number> {
  if (conditions.length === 0) return matched;
  const table = matchingProducts(db, groups, between);
  return countRows(matched > SCORED_AT_MOST ? among(db, table, conditions) : hitsIn(db, table, conditions));
}

/** The ids of a page of the wanted products, in an order that has nothing to do with the words. */
export async function sortedHits(
  db: Db,
  { groups, between, conditions, matched }: Wanted,
  order: SortOrder,
  offset: number,
): Promise<number[]> {
  const table = matchingProducts(db, groups, between);
  const page = { order: sortOrder[order], limit: PRODUCTS_PER_PAGE };
  const rows =
    matched > SCORED_AT_MOST
      ? await among(db, table, conditions).select('product.id').orderBy(page.order).limit(page.limit).offset(offset).execute()
      : await hitsIn(db, table, conditions).select('product.id').orderBy(page.order).limit(page.limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}

/** The ids of a page of the wanted products, best first: those of the sub-categories `first`, then by how well the words match. */
export async function bestHits(db: Db, wanted: Wanted, first: readonly number[], offset: number): Promise<number[]> {
  const { groups, between, conditions, matched } = wanted;
  if (matched > SCORED_AT_MOST) return hitsOfTiers(db, wanted, offset);
  const ofFirst = first.length > 0 ? sql`product.sub_category_id NOT IN (${sql.join(first)}), ` : sql``;
  const rows = await hitsIn(db, matchingProducts(db, groups, between), conditions)
    .select('product.id')
    .orderBy(sql`${ofFirst}hit.score, product.id DESC`)
    .limit(PRODUCTS_PER_PAGE)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** One tier after another, the newest of each first, until the page is full. */
async function hitsOfTiers(db: Db, { groups, between, conditions }: Wanted, offset: number): Promise<number[]> {
  const ids: number[] = [];
  let skip = offset;
  for (const tier of matchingTiers(db, groups, between)) {
    const hits = hitsIn(db, tier, conditions);
    const rows = await hits
      .select('product.id')
      .orderBy('hit.id', 'desc')
      .limit(PRODUCTS_PER_PAGE - ids.length)
      .offset(skip)
      .execute();
    ids.push(...rows.map(({ id }) => id));
    if (ids.length === PRODUCTS_PER_PAGE) break;
    if (rows.length > 0) skip = 0;
    else if (skip > 0) skip -= await countRows(hits);
  }
  return ids;
}
