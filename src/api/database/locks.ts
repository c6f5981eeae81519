import { type SelectQueryBuilder, sql } from 'kysely';
import { engineOf, type Tx } from './schema/engine.ts';
import type { Tables } from './schema/tables.ts';

/**
 * Locks for read-modify-write. They are no-ops on SQLite, whose write transactions run one at a time; on PostgreSQL concurrent
 * transactions would act on the same rows. Fixed lock order prevents deadlocks: advisory locks, customer, advisory locks of
 * checkouts (`lockCheckoutKeys`), holds (`lockUnprovenHolds`), coupon, orders, variants by id, products by id; the revision comes last (`bumpRevision`). Every
 * lock is held until the transaction ends.
 */

/** Adds a row lock to a query: `lockRows(tx, tx.selectFrom('otp').selectAll().where(…))`. */
export const lockRows = <DB extends Tables, TB extends keyof DB, O>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> => (engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query);

/** Takes a transaction-scoped lock on a name such as "otp:9876543210", for cases where there may be no row to lock yet. */
export async function takeAdvisoryLock(tx: Tx, name: string): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Like `takeAdvisoryLock` for several names, in the order of their keys, so that transactions that lock some of the same cannot deadlock. */
export async function takeAdvisoryLocks(tx: Tx, names: readonly string[]): Promise<void> {
  if (engineOf(tx) !== 'postgres' || names.length === 0) return;
  await sql`SELECT pg_advisory_xact_lock(key) FROM
    (SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(${names}::text[]) AS name ORDER BY key) AS ordered`.execute(tx);
}

/** Serialises changes of one customer (cart, checkout, wishlist, address, sessions). */
export async function lockCustomer(tx: Tx, customerId: number): Promise<void> {
  if (engineOf(tx) !== 'postgres') return;
  await lockRows(tx, tx.selectFrom('customer').select('id').where('id', '=', customerId)).execute();
}

/** Like `lockCustomer` for several, in the order of their ids. */
export async function lockCustomers(tx: Tx, customerIds: readonly number[]): Promise<void> {
  if (engineOf(tx) !== 'postgres' || customerIds.length === 0) return;
  await sql`SELECT id FROM customer WHERE id = ANY (${customerIds}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

/** Locks the stock of products, variants first, so that it can be recalculated without a concurrent checkout. */
export async function lockStock(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (engineOf(tx) !== 'postgres' || productIds.length === 0) return;
  await sql`SELECT id FROM variant WHERE product_id = ANY (${productIds}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT id FROM product WHERE id = ANY (${productIds}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}
