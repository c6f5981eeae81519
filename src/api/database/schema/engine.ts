import { type DialectAdapter, type Kysely, PostgresAdapter, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A handle for reading: the database or a running transaction. */
export type Db = Kysely<Tables>;

/** A handle for writing. Services that change data take it, so that they compose inside one transaction (see `write`). */
export type Tx = Transaction<Tables>;

/** Keeps state of the process for each database: made by `create` on first use, and gone with the handle. */
export function keepPerDatabase<State>(create: () => State): (db: Db) => State {
  const states = new WeakMap<Db, State>();
  return (db) => {
    const state = states.get(db) ?? create();
    states.set(db, state);
    return state;
  };
}

export type Engine = 'sqlite' | 'postgres';

/** Anything that Kysely runs queries with: the database, a transaction, a migration's handle. */
export interface QueryRunner {
  getExecutor(): { adapter: DialectAdapter };
}

/** Returns the engine behind a handle. */
export const engineOf = (db: QueryRunner): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
