import { bumpRevision } from '#api/database/catalogue-revision.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { recordLowStock } from '#api/services/events/product-events.ts';
import { keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { keysOfLists, type ListedIn } from './collections.ts';
import { refreshProductTotals, touchProduct } from './product-price-and-stock.ts';
import { isAvailabilityChanged } from './stock.ts';

/** Notes that the owner has set a variant's stock, so that taking the last import back keeps it. */
export const noteStockSet = (tx: Tx, variantId: number) =>
  tx
    .insertInto('stock_set_since_import')
    .values({ variant_id: variantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** A variant as stored, and the units that it is to have. */
export interface StockSetting {
  variant: ListedIn & { id: number; product_id: number; stock: number };
  stock: number;
  /** Whether the owner's file says so, which the next import compares with. */
  isImported?: boolean;
}

/**
 * Sets the stock of variants for the owner, with the totals of their products, and raises the revision. Returns the settings that changed the
 * stock. The variants must have been read after their products' stock was locked (`lockStock`).
 */
export async function setVariantStocks(tx: Tx, settings: readonly StockSetting[]): Promise<StockSetting[]> {
  const changed: StockSetting[] = [];
  const products = new Map<number, { lists: string[]; availability: boolean }>();
  for (const setting of settings) {
    const { variant, stock, isImported } = setting;
    await noteStockSet(tx, variant.id);
    if (stock !== variant.stock || isImported) {
      const values = { stock, ...(isImported && { imported_stock: stock }) };
      await tx.updateTable('variant').set(values).where('id', '=', variant.id).execute();
    }
    if (stock === variant.stock) continue;
    changed.push(setting);
    recordLowStock(tx, { ...variant, variant_id: variant.id }, variant.stock, stock);
    const availability = products.get(variant.product_id)?.availability || isAvailabilityChanged(variant.stock, stock);
    products.set(variant.product_id, { lists: keysOfLists(variant), availability });
  }
  if (products.size === 0) return changed;
  for (const [id, { availability }] of [...products].sort(([a], [b]) => a - b)) {
    await refreshProductTotals(tx, id);
    if (availability) await touchProduct(tx, id);
  }
  const keys = [...products].flatMap(([id, { lists }]) => [keyOfProduct(id), ...lists]);
  await bumpRevision(tx, [LISTING_KEY, ...keys]);
  return changed;
}
