import type { Driver, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { PostgresConnection } from './connection.ts';
import { StatementNames } from './statement-names.ts';

/** The Kysely driver of a pool of PostgreSQL connections. */
export class PostgresPool implements Driver {
  readonly #pool: pg.Pool;
  readonly #names = new StatementNames();
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool.connect();
    if (this.#pool.ending) {
      client.release();
      throw new Error('The database has been closed');
    }
    const connection = this.#connections.get(client) ?? new PostgresConnection(client, this.#names);
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: PostgresConnection, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    connection.begin(['BEGIN', isolationLevel && `ISOLATION LEVEL ${isolationLevel}`, accessMode].filter(Boolean).join(' '));
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}
