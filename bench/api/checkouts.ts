import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { addSignedInCustomer, callStore } from '#bench/measure/store.ts';
import { write } from '../../src/api/database/transaction.ts';
import type { Store } from '../../src/api/embedded-store.ts';
import { setCartLine } from '../../src/api/services/cart/cart.ts';
import { setLimits } from '../../src/api/services/limits/store-limits.ts';
import { address } from '../../tests/support/store/delivery-address.ts';
import { noCheckoutLimits } from '../../tests/support/store/no-checkout-limits.ts';

const BUYERS = 400;
/** A shop with this many orders has turned the budgets of messages off. */
const noMessageBudgets = { sms_per_hour: null, sms_per_day: null, mail_per_hour: null, mail_per_day: null };

/** Concurrent requests or commits. */
const CONCURRENCY = 16;
const COMMIT_SECONDS = 2;
const WARM_UP_COMMITS = 500;
const MEASURED_COMMITS = 4000;

interface Buyer {
  token: string;
  total: string;
}

let nextPhone = 8_000_000_000;

/** Adds signed-in customers with one line in the cart, each of a different product, so that they do not contend for one row. */
async function fillCarts(store: Store): Promise<Buyer[]> {
  const oneOfEachProduct = store.db
    .selectFrom('variant')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('stock', '>', 5)
    .groupBy('product_id');
  const variants = await store.db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.price', 'product_id', 'product_variation'])
    .where('variant.id', 'in', oneOfEachProduct)
    .orderBy('variant.stock', 'desc')
    .limit(BUYERS)
    .execute();
  return write(store.db, async (tx) => {
    await setLimits(tx, { ...noCheckoutLimits, ...noMessageBudgets });
    const buyers: Buyer[] = [];
    for (const { id: variantId, product_id, price, product_variation } of variants) {
      const { id, token } = await addSignedInCustomer(tx, String(nextPhone++));
      await setCartLine(tx, id, { product_id, quantity: 1, ...(product_variation !== '' && { id: variantId }) });
      buyers.push({ token, total: (price / 100).toFixed(2) });
    }
    return buyers;
  });
}

async function checkOut(store: Store, { token, total }: Buyer): Promise<void> {
  const response = await callStore(store, {
    method: 'POST',
    path: '/checkout',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: { address, payment_method: 'cod', expected_total: total },
  });
  if (!response.ok) throw new Error(`A checkout failed: ${response.status} ${await response.text()}`);
}

/** Runs every job once, `CONCURRENCY` at a time. Returns jobs per second. */
async function measureRate(jobs: readonly (() => Promise<unknown>)[]): Promise<number> {
  const queue = jobs.values();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const job of queue) await job();
    }),
  );
  return jobs.length / ((performance.now() - start) / 1000);
}

export interface CheckoutRate {
  perSecond: number;
  /** CPU time of this process per checkout, in milliseconds. */
  cpuMs: number;
  /** The same of the database server; 0 without one. */
  serverCpuMs: number;
}

/**
 * Measures checkouts per second through the whole store, without the network. `readServerCpuMs` returns the CPU time of the database server
 * so far.
 */
export async function measureCheckoutRate(store: Store, readServerCpuMs = (): number => 0): Promise<CheckoutRate> {
  const buyers = await fillCarts(store);
  const before = process.cpuUsage();
  const serverBefore = readServerCpuMs();
  const perSecond = await measureRate(buyers.map((buyer) => () => checkOut(store, buyer)));
  const { user, system } = process.cpuUsage(before);
  const serverCpuMs = (readServerCpuMs() - serverBefore) / buyers.length;
  return { perSecond, cpuMs: (user + system) / 1000 / buyers.length, serverCpuMs };
}

/** Measures durable commits of one small row per second, in a separate database in the same folder with the shop's settings. */
export function measureSqliteCommitRate(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'bare.db'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, text TEXT)',
  );
  const insert = database.prepare('INSERT INTO bare (text) VALUES (?)');
  const start = performance.now();
  let commits = 0;
  for (; performance.now() - start < COMMIT_SECONDS * 1000; commits++) insert.run(randomUUID());
  const perSecond = commits / ((performance.now() - start) / 1000);
  database.close();
  return perSecond;
}

/** The same on the shop's PostgreSQL server, with as many connections as the store has. */
export async function measurePostgresCommitRate(databaseUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONCURRENCY });
  pool.on('error', () => undefined);
  try {
    await pool.query('CREATE TABLE IF NOT EXISTS bare (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text TEXT)');
    const insert = () => pool.query('INSERT INTO bare (text) VALUES ($1)', [randomUUID()]);
    await measureRate(Array.from({ length: WARM_UP_COMMITS }, () => insert));
    return await measureRate(Array.from({ length: MEASURED_COMMITS }, () => insert));
  } finally {
    await pool.query('DROP TABLE bare');
    await pool.end();
  }
}
