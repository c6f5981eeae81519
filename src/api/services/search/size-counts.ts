import { sql } from 'kysely';
import { foldCase } from '#api/database/fold-case.ts';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import type { FilterConditions, SqlCondition } from '#api/services/filters/filters.ts';
import { variantHasSize, variantOnSale, variantSize } from '#api/services/filters/variant-conditions.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { sortSizes } from '#lib/rules/size-order.ts';

/** The most common spelling of each size that is spelt in several ways, by the size with its case folded. */
type PreferredSpellings = ReadonlyMap<string, string>;

const sizedVariants = (db: Db) => db.selectFrom('variant').where(variantOnSale).where(variantHasSize);

const readPreferredSpellings = cacheByRevision(readWordsRevision, async (db): Promise<PreferredSpellings> => {
  const spellings = await sizedVariants(db)
    .select(['variant.product_variation as spelling', ({ fn }) => fn.countAll<number>().as('uses')])
    .groupBy('variant.product_variation')
    .orderBy('uses')
    .orderBy('spelling', 'desc')
    .execute();
  const bySize = Map.groupBy(spellings, ({ spelling }) => foldCase(db, spelling));
  const ambiguous = [...bySize].filter(([, ofSize]) => ofSize.length > 1);
  return new Map(ambiguous.map(([size, ofSize]) => [size, ofSize.at(-1)?.spelling ?? size]));
});

interface SizeCountQuery {
  /** Conditions on the products whose sizes are counted. */
  products: readonly SqlCondition[];
  stockOperator: FilterConditions['stockOperator'];
  /** Whether so few products match that checking each one's variants is faster than walking all variants by size. */
  isSmall: boolean;
}

/** Counts products by size, in display order. A product that spells one size in two ways counts once. */
export async function countSizes(db: Db, { products, stockOperator, isSmall }: SizeCountQuery): Promise<Facets['sizes']> {
  const preferred = await readPreferredSpellings(db);
  const matching = db.selectFrom('product').where(({ and }) => and(products));
  const variants = isSmall
    ? matching.crossJoin('variant').whereRef('variant.product_id', '=', 'product.id').where(variantOnSale).where(variantHasSize)
    : sizedVariants(db).where(sql<number>`+variant.product_id`, 'in', matching.select('product.id'));
  const counted = await variants
    .$if(stockOperator !== undefined, (query) => query.where('variant.stock', stockOperator ?? '=', 0))
    .select(({ fn }) => [
      fn.min<string>('variant.product_variation').as('size'),
      (preferred.size > 0 ? fn.count<number>('variant.product_id').distinct() : fn.countAll<number>()).as('count'),
    ])
    // Without sizes that are spelt in several ways, bytewise grouping gives the same, and on PostgreSQL several times faster.
    .groupBy(preferred.size > 0 || engineOf(db) === 'sqlite' ? variantSize : 'variant.product_variation')
    .execute();
  const counts = new Map(counted.map(({ size, count }) => [preferred.get(foldCase(db, size)) ?? size, count]));
  return sortSizes([...counts.keys()]).map((size) => ({ size, count: counts.get(size) ?? 0 }));
}
