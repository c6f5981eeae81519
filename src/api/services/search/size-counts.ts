import { sql } from 'kysely';
import { foldCase } from '#api/database/collation.ts';
import type { Db } from '#api/database/open.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import type { FilterConditions, SqlCondition } from '#api/services/catalogue/filters.ts';
import { sortSizes } from '#api/services/catalogue/variations.ts';
import type { Facets } from '#lib/contract/catalogue.ts';

/** The spelling that a catalogue uses most, by the size with its case folded; only of those that are spelt in several ways. */
type Favourites = ReadonlyMap<string, string>;

const variation = sql<string>`variant.product_variation COLLATE NOCASE`;

const sizedVariants = (db: Db) =>
  db.selectFrom('variant').where('variant.active', '=', sql.lit(1)).where('variant.product_variation', '<>', '');

async function readFavourites(db: Db): Promise<Favourites> {
  const several = await sizedVariants(db)
    .select(variation.as('size'))
    .groupBy(variation)
    .having(sql<boolean>`min(variant.product_variation) <> max(variant.product_variation)`)
    .execute();
  if (several.length === 0) return new Map();
  const spelt = await sizedVariants(db)
    .select(['variant.product_variation as spelling', ({ fn }) => fn.countAll<number>().as('uses')])
    .where(
      variation,
      'in',
      several.map(({ size }) => size),
    )
    .groupBy('variant.product_variation')
    .orderBy('uses')
    .orderBy('spelling', 'desc')
    .execute();
  return new Map(spelt.map(({ spelling }) => [foldCase(db, spelling), spelling]));
}

/** Kept until products change. */
const known = new WeakMap<Db, { revision: number; favourites: Favourites }>();

async function favouritesOf(db: Db): Promise<Favourites> {
  const revision = await readWordsRevision(db);
  let kept = known.get(db);
  if (kept?.revision !== revision) {
    kept = { revision, favourites: await readFavourites(db) };
    known.set(db, kept);
  }
  return kept.favourites;
}

/** Whose sizes are counted. */
interface Counted {
  /** What must hold of the products. */
  products: readonly SqlCondition[];
  stock: FilterConditions['stockOperator'];
  /** Whether these leave so few products that it is soonest to look at each one's variants, and not at all of them size by size. */
  few: boolean;
}

/** How many of some products come in each size, in the order of sizes. A product that spells one size in two ways counts once. */
export async function countSizes(db: Db, { products, stock, few }: Counted): Promise<Facets['sizes']> {
  const favourites = await favouritesOf(db);
  const wanted = db.selectFrom('product').where(({ and }) => and(products));
  const variants = few
    ? wanted
        .crossJoin('variant')
        .whereRef('variant.product_id', '=', 'product.id')
        .where('variant.active', '=', sql.lit(1))
        .where('variant.product_variation', '<>', '')
    : sizedVariants(db).where(sql<number>`+variant.product_id`, 'in', wanted.select('product.id'));
  const counted = await variants
    .$if(stock !== undefined, (query) => query.where('variant.stock', stock ?? '=', 0))
    .select(({ fn }) => [
      fn.min<string>('variant.product_variation').as('size'),
      (favourites.size > 0 ? fn.count<number>('variant.product_id').distinct() : fn.countAll<number>()).as('count'),
    ])
    .groupBy(variation)
    .execute();
  const counts = new Map(counted.map(({ size, count }) => [favourites.get(foldCase(db, size)) ?? size, count]));
  return sortSizes([...counts.keys()]).map((size) => ({ size, count: counts.get(size) ?? 0 }));
}
