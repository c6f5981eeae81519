import type { Db } from '#api/database/schema/engine.ts';
import { findRow } from './find-rows.ts';
import { type ProductColumns, packVariant } from './product-columns.ts';
import { readChangedProducts } from './read-changed-products.ts';

/** Updates the stock of products in columns, in place. */
export async function updateStock(db: Db, columns: ProductColumns, changed: readonly number[]): Promise<void> {
  const { ids, inStock, variants, variantStart, sizes } = columns;
  for (const product of await readChangedProducts(db, changed)) {
    const row = findRow(ids, product.id);
    if (row === undefined) continue;
    inStock[row] = product.in_stock;
    const [start, end] = [variantStart[row] as number, variantStart[row + 1] as number];
    const packed = product.variants.map((variant) =>
      packVariant(sizes.byText.get(variant.product_variation) ?? 0, variant.in_stock),
    );
    // Otherwise the assortment has changed since, and the product is read again.
    if (packed.length === end - start) variants.set(packed, start);
  }
  columns.totals.byStock.clear();
}
