import { sql } from 'kysely';
import { DEFAULT_PAGE, PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import type { Db } from '../database/open.ts';
import { anyMatch, matchingProducts } from '../database/search.ts';
import { type WordGroup, wordsToFind } from '../database/words.ts';
import { type Filters, type ListingPage, listingConditions, listingPage, listProducts, sortOrder } from './listing.ts';
import { correctWord } from './spelling.ts';

/** The most words of a search that are looked for. */
const MAX_WORDS = 10;

/** The groups as the shopper meant them: what matches nothing gives way to its likeliest corrections, or is dropped when there are none. */
async function understand(db: Db, groups: readonly WordGroup[]): Promise<WordGroup[]> {
  const understood: WordGroup[] = [];
  for (const group of groups) {
    if (await anyMatch(db, [group])) understood.push(group);
    else {
      const corrections = await correctWord(db, group[0]?.[0] ?? '');
      const parts = group.at(-1) ?? [];
      if (corrections.length > 0) understood.push(corrections.map((word) => [word]));
      else if (parts.length > 1)
        understood.push(
          ...(await understand(
            db,
            parts.map((part) => [[part]]),
          )),
        );
    }
  }
  return understood;
}

/** One word without its plural ending, near enough to tell whether two names mean the same. */
const singular = (word: string): string =>
  word
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');

/** The sub-categories whose names hold all that is searched for: "watch" is found in "Men's - Watch", "shirts" not in "T-Shirts". */
async function namedCategories(db: Db, groups: readonly WordGroup[]): Promise<number[]> {
  const wanted = groups.map((ways) => ways.map((words) => words.map(singular)));
  const all = await db.selectFrom('sub_category').select(['id', 'name']).execute();
  return all
    .filter(({ name }) => {
      const words = new Set(wordsToFind(name, MAX_WORDS).flatMap((ways) => (ways[0] ?? []).map(singular)));
      return wanted.every((ways) => ways.some((way) => way.every((word) => words.has(word))));
    })
    .map(({ id }) => id);
}

/**
 * A page of the products that match a search text, best first: those of a sub-category so named, then by how well name, brand,
 * category, keywords and description match. Misspelt words are forgiven; when no product holds all words, those that hold any follow.
 * An empty text lists everything.
 */
export async function searchProducts(db: Db, text: string, filters: Filters = {}, page = DEFAULT_PAGE): Promise<ListingPage> {
  if (!text.trim()) return listProducts(db, filters, page);
  const groups = await understand(db, wordsToFind(text, MAX_WORDS));
  if (groups.length === 0) return listingPage(db, [], 0, page);
  const between = groups.length === 1 || (await anyMatch(db, groups)) ? 'AND' : 'OR';
  const conditions = await listingConditions(db, filters);
  const hits = db
    .selectFrom(matchingProducts(groups, between).as('hit'))
    .innerJoin('product', 'product.id', 'hit.id')
    .where(({ and }) => and(conditions));
  const { total } = await hits.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const categories = await namedCategories(db, groups);
  const first = categories.length > 0 ? sql`product.sub_category_id NOT IN (${sql.join(categories)}), ` : sql``;
  const rows = await hits
    .select('product.id')
    .orderBy(filters.sort_by ? sortOrder[filters.sort_by] : sql`${first}hit.score, product.id DESC`)
    .limit(PRODUCTS_PER_PAGE)
    .offset((page - 1) * PRODUCTS_PER_PAGE)
    .execute();
  return listingPage(
    db,
    rows.map(({ id }) => id),
    total,
    page,
  );
}
