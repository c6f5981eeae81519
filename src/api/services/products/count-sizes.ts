import { type RawBuilder, sql } from 'kysely';
import { foldCase } from '#api/database/fold-case.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import { variantHasSize, variantOnSale, variantSize } from '#api/services/catalogue/variant-conditions.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { MAX_COUNTED } from '#lib/contract/limits.ts';
import { sortSizes } from '#lib/rules/option-texts.ts';
import { type Match, type ProductQuery, selectCounted } from './matches.ts';

/** The counted products by size, in display order, and whether there are more. */
export interface SizeCounts {
  counts: Facets['sizes'];
  isCapped: boolean;
}

/** The newest variants decide how a size is spelt. */
const MAX_SPELLED = 200_000;

/** The most common of the spellings of each size, by the size in folded case. */
function pickSpellings(db: Db, uses: readonly { size: string; count: number }[]): Map<string, string> {
  const common = uses.toSorted((a, b) => a.count - b.count || (a.size < b.size ? 1 : -1));
  return new Map(common.map(({ size }) => [foldCase(db, size), size]));
}

const readSpellings = cacheByRevision(readWordsRevision, async (db) => {
  const { rows } = await sql<{ size: string; count: number }>`SELECT size, count(*) AS count FROM (
    SELECT variant.product_variation AS size FROM variant WHERE ${variantOnSale} AND ${variantHasSize} ORDER BY id DESC LIMIT ${MAX_SPELLED}
  ) AS spelt GROUP BY size`.execute(db);
  return pickSpellings(db, rows);
});

/** Counts the counted products by the sizes of their variants, of which each spelling is there once. */
async function countBySize(db: Db, counted: RawBuilder<Match>, { filters }: ProductQuery, isAmbiguous = false) {
  const inStock = filters.stockOperator ? sql`AND variant.stock ${sql.raw(filters.stockOperator)} 0` : sql``;
  const { rows } = await sql<{ size: string; count: number }>`SELECT min(variant.product_variation) AS size,
      ${isAmbiguous ? sql`count(DISTINCT variant.product_id)` : sql`count(*)`} AS count
    FROM ${counted} AS counted CROSS JOIN variant
    WHERE variant.product_id = counted.id AND ${variantOnSale} AND ${variantHasSize} ${inStock}
    GROUP BY ${isAmbiguous ? variantSize : sql`variant.product_variation`}`.execute(db);
  return rows;
}

/** Counts products by size, whatever sizes are chosen, in the most common spelling. A product that spells one size in two ways counts once. */
export async function countSizes(db: Db, query: ProductQuery): Promise<SizeCounts> {
  // The stock of the size counts, not that of the product.
  const ofAllSizes = { ...query, filters: { ...query.filters, sizes: [], stockOperator: undefined } };
  const counted = await selectCounted(db, ofAllSizes);
  const bySpelling = await countBySize(db, counted, query);
  const spellings = new Map([...pickSpellings(db, bySpelling), ...(await readSpellings(db))]);
  const isAmbiguous = new Set(bySpelling.map(({ size }) => foldCase(db, size))).size < bySpelling.length;
  const rows = isAmbiguous ? await countBySize(db, counted, query, true) : bySpelling;
  const counts = new Map(rows.map(({ size, count }) => [spellings.get(foldCase(db, size)) ?? size, count]));
  const { rows: totals } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${counted} AS counted`.execute(db);
  return {
    counts: sortSizes([...counts.keys()]).map((size) => ({ size, count: counts.get(size) ?? 0 })),
    isCapped: (totals[0]?.total ?? 0) > MAX_COUNTED,
  };
}
