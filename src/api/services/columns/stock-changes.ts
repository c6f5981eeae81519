import { foldCase } from '#api/database/fold-case.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { findRow, type ProductColumns, packVariant } from './product-columns.ts';
import { isInStock, selectSizedVariants } from './sized-variants.ts';

/** With more changed products, reading all of them again is as fast. */
const MAX_CHANGED = 500;

/** The products whose availability changed up to a listing revision; undefined when not all of these changes are known. */
async function readChangedProducts(db: Db, after: number, upTo: number): Promise<number[] | undefined> {
  if (upTo < after || upTo - after > MAX_CHANGED) return undefined;
  const changes = await db
    .selectFrom('availability_change')
    .selectAll()
    .where('listing_revision', '>', after)
    .where('listing_revision', '<=', upTo)
    .limit(MAX_CHANGED + 1)
    .execute();
  const revisions = new Set(changes.map(({ listing_revision }) => listing_revision));
  if (revisions.size !== upTo - after || changes.length > MAX_CHANGED) return undefined;
  return [...new Set(changes.map(({ product_id }) => product_id))];
}

/**
 * Brings the stock up to a listing revision of the same assortment. Returns false, and leaves the columns as they were, when the changes
 * are not known.
 */
export async function updateStock(db: Db, columns: ProductColumns, listing: number): Promise<boolean> {
  const changed = await readChangedProducts(db, columns.listing, listing);
  if (!changed) return false;
  const products = await db
    .selectFrom('product')
    .select(['id', isInStock.as('in_stock')])
    .where('id', 'in', changed)
    .execute();
  const variants = Map.groupBy(
    await selectSizedVariants(db).where('product_id', 'in', changed).execute(),
    ({ product_id }) => product_id,
  );
  for (const { id, in_stock } of products) {
    const row = findRow(columns.ids, id);
    if (row === undefined) continue;
    columns.inStock[row] = in_stock;
    const packed = (variants.get(id) ?? []).map(({ product_variation, in_stock }) =>
      packVariant(columns.sizes.codes.get(foldCase(db, product_variation)) ?? 0, in_stock),
    );
    columns.variants.set(packed, columns.variantStart[row]);
  }
  // A slower caller may have read an older revision.
  columns.listing = Math.max(columns.listing, listing);
  columns.totals.byStock.clear();
  return true;
}
