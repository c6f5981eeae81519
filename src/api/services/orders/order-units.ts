import type { Tx } from '#api/database/schema/engine.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';

/** The units of orders, summed by variant. */
export async function readOrderUnits(tx: Tx, orderIds: readonly number[]): Promise<VariantUnits[]> {
  const items = await tx
    .selectFrom('order_item')
    .select(['product_id', 'variant_id', 'quantity'])
    .where('order_id', 'in', orderIds)
    .execute();
  const byVariant = Map.groupBy(items, (item) => item.variant_id);
  return [...byVariant.values()].flatMap(([first, ...others]) =>
    first ? { ...first, quantity: others.reduce((sum, { quantity }) => sum + quantity, first.quantity) } : [],
  );
}
