import { randomUUID } from 'node:crypto';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { type CartLineRequest, setCartLine } from '#api/services/cart/cart.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import type { checkoutCall } from '#lib/contract/checkout.ts';
import { address } from './delivery-address.ts';
import { runErrand } from './process-pool.ts';
import type { TestShop } from './test-store.ts';

/** One of the concurrent calls. */
export interface Wish {
  /** Name of a call of the shop or of the admin pages. */
  call: string;
  token: string;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  body: Record<string, unknown>;
  /** Retries when the shop is too busy, as a shopper does; a checkout's key makes that idempotent. */
  again?: boolean;
}

/** The work of one process. */
export interface Errand {
  dataDir: string;
  databaseUrl: string | undefined;
  wishes: Wish[];
  /** Concurrency within the process. */
  atOnce: number;
}

/** Number of answers by text: `ok` or `<status> <message>`. */
export type Answers = Record<string, number>;

/** Makes calls from several processes, each making all of its own (or `atOnce`) concurrently; sums up the answers. */
export async function rush(shop: TestShop, wishes: readonly Wish[], processes: number, atOnce = wishes.length): Promise<Answers> {
  const all: Answers = {};
  const runs = Array.from({ length: processes }, async (_, i) => {
    const share = wishes.filter((_wish, n) => n % processes === i);
    const errand: Errand = { dataDir: shop.dataDir, databaseUrl: shop.databaseUrl, wishes: share, atOnce };
    const answers = await runErrand<Errand, Answers>('concurrent-calls', errand);
    for (const [answer, count] of Object.entries(answers)) all[answer] = (all[answer] ?? 0) + count;
  });
  await Promise.all(runs);
  return all;
}

/** Adds signed-in customers with these lines in the cart; returns their tokens. */
export const makeCustomers = (shop: TestShop, count: number, lines: (nr: number) => CartLineRequest[]): Promise<string[]> =>
  shop.change(async (tx) => {
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      const { id } = await findOrCreateCustomer(tx, String(9_600_000_000 + i));
      await setCustomerDetails(tx, id, { firstname: 'Buyer', lastname: `Nr ${i}`, email: `b${i}@example.com` }, '');
      for (const line of lines(i)) await setCartLine(tx, id, line);
      tokens.push(await createSession(tx, id));
    }
    return tokens;
  });

/** A checkout with a new key, by default on delivery. */
export const checkoutWish = (token: string, expected_total: string, more: Partial<BodyOf<typeof checkoutCall>> = {}): Wish => ({
  call: 'checkout',
  token,
  headers: { 'idempotency-key': randomUUID() },
  body: { address, payment_method: 'cod', expected_total, ...more },
  again: true,
});
