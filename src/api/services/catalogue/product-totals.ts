import { lockStock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';

/** Brings a product's own price, MRP and stock in step with its variants on sale: the lowest price with its MRP, the sum of stock. */
export async function refreshProductTotals(tx: Tx, productId: number): Promise<void> {
  await lockStock(tx, [productId]);
  const variants = await tx
    .selectFrom('variant')
    .select(['price', 'mrp', 'stock', 'position'])
    .where('product_id', '=', productId)
    .where('active', '=', 1)
    .execute();
  const totals = calculateProductTotals(variants);
  if (totals) await tx.updateTable('product').set(totals).where('id', '=', productId).execute();
}

/** The price, MRP (both in paise) and stock of a product from its variants on sale; undefined when it has none. */
export function calculateProductTotals(variants: readonly { price: number; mrp: number; stock: number; position: number }[]) {
  const [cheapest] = variants.toSorted((a, b) => a.price - b.price || a.position - b.position);
  if (!cheapest) return undefined;
  return { price: cheapest.price, mrp: cheapest.mrp, stock: variants.reduce((sum, { stock }) => sum + stock, 0) };
}

/** Notes that what pages show of a product has changed now. */
export const touchProduct = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ updated_at: new Date().toISOString() }).where('id', '=', id).execute();
