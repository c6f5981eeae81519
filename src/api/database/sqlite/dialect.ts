import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, type Driver, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteConnection } from './connection.ts';

/** Reading goes on while one connection writes or waits to write. */
const MAX_CONNECTIONS = 4;

/** How long a transaction waits for another process to finish writing, in milliseconds: less than an answer may take. */
const WRITE_WAIT_MS = 8000;
const LONGEST_PAUSE_MS = 12;

/**
 * A few connections to one SQLite file. Every transaction begins as a writer: one that starts as a reader and then writes fails at once
 * when another process wrote between. It waits for its turn without holding the process up, so that pages are served on while an import
 * writes.
 */
class SqliteConnections implements Driver {
  readonly #file: string;
  readonly #all = new Set<SqliteConnection>();
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#idle.push(this.#open());
  }

  #open(): SqliteConnection {
    const connection = new SqliteConnection(this.#file);
    this.#all.add(connection);
    return connection;
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size < MAX_CONNECTIONS) return this.#open();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#idle.push(connection);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const giveUpAt = performance.now() + WRITE_WAIT_MS;
    while (!connection.tryBegin()) {
      if (performance.now() > giveUpAt) throw new Error('The database has been locked by another writer for too long');
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.execute('COMMIT');
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    for (const connection of this.#all) connection.close();
  }
}

/** SQLite changes tables inside transactions like anything else: a migration that breaks half way leaves nothing behind. */
class ConnectionsAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely over node:sqlite, for the database in `file`. */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  createDriver(): Driver {
    return new SqliteConnections(this.#file);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new ConnectionsAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}
