import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from './open.ts';
import { engineOf } from './schema/engine.ts';
import type { Tables } from './schema/tables.ts';

/**
 * Locks for what is read first and written after. SQLite's write transactions take turns, so there they do nothing; PostgreSQL's run
 * side by side, and two that read the same row would both act on it. A transaction that takes several goes in this order, so that no
 * two wait for one another: names, the customer, the coupon, orders, variants by rising id, products by rising id. The revision comes
 * last by itself (`bumpRevision`). All are held until the transaction ends.
 */

/** A query whose rows stay as they were read until the transaction ends: `lockRows(tx, tx.selectFrom('otp').selectAll().where(…))`. */
export const lockRows = <DB extends Tables, TB extends keyof DB, O>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> => (engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query);

/** Makes transactions that name the same thing ("otp:9876543210") take turns, where there may be no row to lock yet. */
export async function takeAdvisoryLock(tx: Tx, name: string): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Makes the changes of one customer (cart, checkout, wishlist, address, sessions) take turns. */
export async function lockCustomer(tx: Tx, customerId: number): Promise<void> {
  if (engineOf(tx) !== 'postgres') return;
  await lockRows(tx, tx.selectFrom('customer').select('id').where('id', '=', customerId)).execute();
}

/** Keeps checkouts from the stock of these products, so that it can be read and written anew: their variants, then they themselves. */
export async function lockStock(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (engineOf(tx) !== 'postgres' || productIds.length === 0) return;
  await sql`SELECT id FROM variant WHERE product_id = ANY (${productIds}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT id FROM product WHERE id = ANY (${productIds}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}
