import { sql } from 'kysely';
import type { Tx } from '#api/database/schema/engine.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';

/** Takes ordered units out of a customer's cart; units added since the checkout stay. */
export async function removeOrderedUnits(tx: Tx, customerId: number, units: readonly VariantUnits[]): Promise<void> {
  for (const { variant_id, quantity } of units) {
    await tx
      .deleteFrom('cart_line')
      .where('customer_id', '=', customerId)
      .where('variant_id', '=', variant_id)
      .where('quantity', '<=', quantity)
      .execute();
    await tx
      .updateTable('cart_line')
      .set({ quantity: sql<number>`quantity - ${quantity}` })
      .where('customer_id', '=', customerId)
      .where('variant_id', '=', variant_id)
      .where('quantity', '>', quantity)
      .execute();
  }
}
