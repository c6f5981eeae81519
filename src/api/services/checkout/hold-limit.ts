import type { Tx } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import { tooManyStockHolds } from '#lib/contract/messages/failures.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import type { CheckoutContents } from './cod-limits.ts';
import { type CheckoutKey, selectCheckouts } from './limit-keys.ts';

/** Throws when a variant of this checkout was held too often in the last 24 hours without payment, by customer or phone number. */
export async function enforceHoldLimit(
  tx: Tx,
  keys: readonly CheckoutKey[],
  { lines }: CheckoutContents,
  max: number,
): Promise<void> {
  const variantIds = lines.map(({ variant_id }) => variant_id);
  for (const key of keys.filter(({ kind }) => kind === 'customer' || kind === 'phone')) {
    const held = await selectCheckouts(tx, key, DAY_MS)
      .innerJoin('payment', 'payment.checkout_id', 'checkout_key.checkout_id')
      .innerJoin('orders', 'orders.checkout_id', 'checkout_key.checkout_id')
      .innerJoin('order_item', 'order_item.order_id', 'orders.id')
      .where('payment.status', '<>', 'paid')
      .where('orders.payment_method', '=', 'prepaid')
      .where('order_item.variant_id', 'in', variantIds)
      .select(({ fn }) => fn.count('checkout_key.checkout_id').distinct().as('holds'))
      .groupBy('order_item.variant_id')
      .having(({ fn }) => fn.count('checkout_key.checkout_id').distinct(), '>=', max)
      .limit(1)
      .executeTakeFirst();
    if (held || max === 0) throw new Refusal(409, tooManyStockHolds, { code: 'hold_limit', retryAfter: DAY_MS / 1000 });
  }
}
