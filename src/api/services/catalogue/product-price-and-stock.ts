import { lockStock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Recalculates a product's own price, MRP and stock from its variants on sale. */
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

/** The lowest price with its MRP (paise), and the sum of stock, of variants on sale; undefined when there are none. */
export function calculateProductTotals(variants: readonly { price: number; mrp: number; stock: number; position: number }[]) {
  const [cheapest] = variants.toSorted((a, b) => a.price - b.price || a.position - b.position);
  if (!cheapest) return undefined;
  return { price: cheapest.price, mrp: cheapest.mrp, stock: variants.reduce((sum, { stock }) => sum + stock, 0) };
}

/** Sets a product's `updated_at` to now, after a change that its page shows. */
export const touchProduct = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ updated_at: isoNow() }).where('id', '=', id).execute();
