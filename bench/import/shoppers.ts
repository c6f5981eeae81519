import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import { type Connection, type RequestOptions, request } from '#lib/client/request.ts';
import type { Call } from '#lib/contract/call.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { toRupees } from '#lib/rules/money.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { noCheckoutLimits } from '#tests/support/store/no-checkout-limits.ts';
import { addProduct } from '#tests/support/store/products.ts';

/** How long a shopper looks around between two steps, in milliseconds. */
const PAUSE_MS = 400;
const PRICE = 50_000;

/** What the shoppers' writes came to; times in milliseconds. */
export interface WriteResults {
  times: number[];
  failures: string[];
}

/** Adds customers that are signed in and something that they buy. */
export async function createShoppers(db: Db, count: number): Promise<{ tokens: string[]; product: number }> {
  return write(db, async (tx) => {
    await setLimits(tx, noCheckoutLimits);
    const { id } = await addProduct(tx, { name: 'Bench lamp', category: 'Lamps', price: PRICE, stock: 1_000_000 });
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      const customer = await findOrCreateCustomer(tx, String(9_700_000_000 + i));
      await setCustomerDetails(tx, customer.id, { firstname: 'Buyer', lastname: `Nr ${i}`, email: `b${i}@example.com` }, '');
      tokens.push(await createSession(tx, customer.id));
    }
    return { tokens, product: id };
  });
}

async function timed<C extends Call>(
  connection: Connection,
  call: C,
  options: RequestOptions<C>,
  writes: WriteResults,
): Promise<void> {
  const begun = performance.now();
  const outcome = await request(connection, call, options);
  writes.times.push(performance.now() - begun);
  if (outcome && 'httpStatus' in (outcome as object)) writes.failures.push(`${call.name}: ${JSON.stringify(outcome)}`);
}

/** Each shopper fills a cart and orders, again and again, until `stop`. */
export async function simulateShopping(
  connection: Connection,
  { tokens, product }: { tokens: readonly string[]; product: number },
  stop: AbortSignal,
): Promise<WriteResults> {
  const writes: WriteResults = { times: [], failures: [] };
  const buy = async (token: string): Promise<void> => {
    await sleep(Math.random() * PAUSE_MS);
    while (!stop.aborted) {
      await timed(connection, addToCartCall, { token, body: { product_id: product, quantity: 1 } }, writes);
      await sleep(PAUSE_MS);
      const body = { address, payment_method: 'cod' as const, expected_total: toRupees(PRICE) };
      await timed(connection, checkoutCall, { token, headers: { 'idempotency-key': randomUUID() }, body }, writes);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(tokens.map(buy));
  return writes;
}
