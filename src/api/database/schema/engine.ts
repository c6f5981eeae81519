import { type DialectAdapter, PostgresAdapter } from 'kysely';

/** The two databases that a shop can live in. */
export type Engine = 'sqlite' | 'postgres';

/** Anything that Kysely runs queries with: the database, a transaction, a migration's handle. */
export interface QueryRunner {
  getExecutor(): { adapter: DialectAdapter };
}

/** Which engine a handle speaks to. */
export const engineOf = (db: QueryRunner): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
