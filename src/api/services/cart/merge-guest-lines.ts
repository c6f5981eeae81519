import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { CartResult } from '#lib/contract/cart.ts';
import { type CartLineRequest, findLineVariant, readLineQuantity, upsertCartLine } from './cart.ts';
import { readHeldUnits } from './read-cart-lines.ts';

/** The result of a line that could not be merged. */
const toFailedResult = (request: CartLineRequest, message: string): CartResult => ({
  product_id: request.product_id,
  id: request.id ?? null,
  quantity: 0,
  product_stock: 0,
  status: false,
  message,
  wishlist_id: null,
});

/** Merges a guest's cart lines. Each line gets the larger of both quantities, so that repeating the merge changes nothing. */
export async function mergeGuestLines(tx: Tx, customerId: number, lines: readonly CartLineRequest[]): Promise<CartResult[]> {
  const results: CartResult[] = [];
  await lockCustomer(tx, customerId);
  const held = await readHeldUnits(tx, customerId);
  for (const request of lines) {
    try {
      const variant = await findLineVariant(tx, request, held);
      const currentQuantity = await readLineQuantity(tx, customerId, variant.id);
      const merged = { ...request, quantity: Math.max(request.quantity, currentQuantity) };
      results.push(await upsertCartLine(tx, customerId, variant, merged, currentQuantity));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push(toFailedResult(request, String(error.messages)));
    }
  }
  return results;
}
