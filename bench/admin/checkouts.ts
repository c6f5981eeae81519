import { randomUUID } from 'node:crypto';
import { addSignedInCustomer } from '#bench/measure/store.ts';
import type { Db } from '../../src/api/database/schema/engine.ts';
import { write } from '../../src/api/database/transaction.ts';
import { setCartLine } from '../../src/api/services/cart/cart.ts';
import { address } from '../../tests/support/store/delivery-address.ts';

/** Shoppers who check out at once. */
const AT_ONCE = 4;

export interface Buyer {
  token: string;
  total: string;
}

let nextPhone = 8_000_000_000;

/** Adds signed-in customers with one line in the cart, each of another product while there are enough. */
export async function addBuyers(db: Db, count: number): Promise<Buyer[]> {
  const variants = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.price', 'product_id', 'product_variation'])
    .where('variant.stock', '>', 5)
    .orderBy('variant.stock', 'desc')
    .limit(count)
    .execute();
  return write(db, async (tx) => {
    const buyers: Buyer[] = [];
    for (const { id: variantId, product_id, price, product_variation } of variants) {
      const { id, token } = await addSignedInCustomer(tx, String(nextPhone++));
      await setCartLine(tx, id, { product_id, quantity: 1, ...(product_variation !== '' && { id: variantId }) });
      buyers.push({ token, total: (price / 100).toFixed(2) });
    }
    return buyers;
  });
}

async function checkOut(url: string, { token, total }: Buyer): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/api/checkout`, {
    method: 'POST',
    headers: {
      'x-app-key': 'demo-key',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ address, payment_method: 'cod', expected_total: total }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`A checkout failed: ${response.status} ${text}`);
  return performance.now() - start;
}

/** Checks all buyers out, a few at a time. Returns the milliseconds of each. */
export async function measureCheckouts(url: string, buyers: readonly Buyer[]): Promise<number[]> {
  const queue = buyers.values();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const buyer of queue) times.push(await checkOut(url, buyer));
    }),
  );
  return times;
}
