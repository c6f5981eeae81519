import type { Selectable } from 'kysely';
import type { Tables } from '#api/database/schema/tables.ts';
import { calculateProductTotals } from '#api/services/catalogue/product-totals.ts';
import type { ImportedProduct, ImportedVariant } from '#api/services/import/read/product.ts';

export type VariantRow = Selectable<Tables['variant']>;
export type NewVariantRow = Omit<VariantRow, 'id' | 'product_id'>;

/** How many variants an import adds, changes and takes from sale. */
export interface VariantCounts {
  added: number;
  changed: number;
  withdrawn: number;
}

/** What an import does to the variants of one product. */
export interface VariantPlan {
  added: NewVariantRow[];
  /** Rows as they are to be, withdrawn ones included. */
  updated: VariantRow[];
  counts: VariantCounts;
  /** The product's own price and MRP (paise) and stock afterwards. */
  totals: { price: number; mrp: number; stock: number };
}

/**
 * The stock of a variant after an import. A quantity that the file's owner left as it was says nothing of what has been sold since, so it
 * changes nothing.
 */
function stockAfter({ stock, stockBefore, firstStock }: ImportedVariant, before: VariantRow | undefined): number {
  if (stock === undefined) return before?.stock ?? firstStock ?? 0;
  return before && stock === (stockBefore ?? before.imported_stock) ? before.stock : stock;
}

const shown = ['product_variation', 'sku', 'price', 'mrp', 'position', 'active', 'stock'] as const;

/** Compares a product of the file with its `present` variants. Reads nothing and writes nothing. */
export function planVariants(present: readonly VariantRow[], product: ImportedProduct): VariantPlan {
  const counts: VariantCounts = { added: 0, changed: 0, withdrawn: 0 };
  const [added, updated, onSale]: [NewVariantRow[], VariantRow[], NewVariantRow[]] = [[], [], []];
  const rest = new Map(present.map((row) => [row.product_variation.toLowerCase(), row]));
  for (const [index, variant] of product.variants.entries()) {
    const key = variant.variation.toLowerCase();
    const before = rest.get(key);
    rest.delete(key);
    const row: NewVariantRow = {
      product_variation: variant.variation,
      sku: variant.sku,
      price: variant.price,
      mrp: variant.mrp,
      stock: stockAfter(variant, before),
      position: index + 1,
      active: 1,
      imported_stock: variant.stock ?? before?.imported_stock ?? null,
    };
    onSale.push(row);
    if (!before) {
      added.push(row);
      counts.added++;
      continue;
    }
    const isChanged = shown.some((column) => before[column] !== row[column]);
    if (isChanged) counts.changed++;
    if (isChanged || before.imported_stock !== row.imported_stock) updated.push({ ...before, ...row });
  }
  for (const row of rest.values()) {
    if (row.active === 0) continue;
    if (product.partial) {
      onSale.push(row);
    } else {
      updated.push({ ...row, active: 0 });
      counts.withdrawn++;
    }
  }
  return { added, updated, counts, totals: calculateProductTotals(onSale) ?? { price: 0, mrp: 0, stock: 0 } };
}
