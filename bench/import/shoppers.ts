import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSignedInCustomer } from '#bench/measure/store.ts';
import type { Db } from '../../src/api/database/schema/engine.ts';
import { write } from '../../src/api/database/transaction.ts';
import { setLimits } from '../../src/api/services/limits/store-limits.ts';
import { type Connection, type RequestOptions, request } from '../../src/lib/client/request.ts';
import type { Call } from '../../src/lib/contract/calls/define-call.ts';
import { addToCartCall } from '../../src/lib/contract/cart.ts';
import { checkoutCall } from '../../src/lib/contract/checkout.ts';
import { toRupees } from '../../src/lib/rules/money.ts';
import { address } from '../../tests/support/store/delivery-address.ts';
import { noCheckoutLimits } from '../../tests/support/store/no-checkout-limits.ts';
import { addProduct } from '../../tests/support/store/products.ts';

/** Delay between two steps of a shopper, in milliseconds. */
const PAUSE_MS = 400;
/** Price of the product that they buy, in paise. */
const PRICE = 50_000;

/** Durations in milliseconds and failures of the shoppers' writes. */
export interface WriteResults {
  times: number[];
  failures: string[];
}

/** Adds signed-in customers and a product for them to buy. */
export async function createShoppers(db: Db, count: number): Promise<{ tokens: string[]; product: number }> {
  return write(db, async (tx) => {
    await setLimits(tx, noCheckoutLimits);
    const { id } = await addProduct(tx, { name: 'Bench lamp', category: 'Lamps', price: PRICE, stock: 1_000_000 });
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      tokens.push((await addSignedInCustomer(tx, String(9_700_000_000 + i))).token);
    }
    return { tokens, product: id };
  });
}

async function timeWrite<C extends Call>(
  connection: Connection,
  call: C,
  options: RequestOptions<C>,
  writes: WriteResults,
): Promise<void> {
  const start = performance.now();
  const outcome = await request(connection, call, options);
  writes.times.push(performance.now() - start);
  if (outcome && 'httpStatus' in (outcome as object)) writes.failures.push(`${call.name}: ${JSON.stringify(outcome)}`);
}

/** Lets each shopper fill a cart and order repeatedly until `stop` is aborted. */
export async function simulateShopping(
  connection: Connection,
  { tokens, product }: { tokens: readonly string[]; product: number },
  stop: AbortSignal,
): Promise<WriteResults> {
  const writes: WriteResults = { times: [], failures: [] };
  const buy = async (token: string): Promise<void> => {
    await sleep(Math.random() * PAUSE_MS);
    while (!stop.aborted) {
      await timeWrite(connection, addToCartCall, { token, body: { product_id: product, quantity: 1 } }, writes);
      await sleep(PAUSE_MS);
      const body = { address, payment_method: 'cod' as const, expected_total: toRupees(PRICE) };
      await timeWrite(connection, checkoutCall, { token, headers: { 'idempotency-key': randomUUID() }, body }, writes);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(tokens.map(buy));
  return writes;
}
