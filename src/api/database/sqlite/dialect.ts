import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, type Driver, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteConnection } from './connection.ts';
import { MAX_RETRY_DELAY_MS, waitBeforeRetry } from './write-retry.ts';

/** Reading goes on while one connection writes or waits to write. */
const MAX_CONNECTIONS = 4;

/** For so long after another process was seen writing, in milliseconds, others are thought of; they are looked for now and then. */
const OTHERS_AROUND_MS = 2000;
const LOOK_AROUND_MS = 250;
/** Beginning anew within this time after a commit, in milliseconds, is going on without a break. */
const NO_BREAK_MS = 4;

/**
 * A few connections to one SQLite file. Every transaction begins as a writer: one that starts as a reader and then writes fails at once
 * when another process wrote between. It waits for its turn without holding the process up, so that pages are served on while an import
 * writes.
 */
class SqliteConnections implements Driver {
  readonly #file: string;
  readonly #foreignKeys: boolean;
  readonly #all = new Set<SqliteConnection>();
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  /** When another process was last seen writing, when this one last committed, and when it last left the file to others. */
  #othersSeenAt = Number.NEGATIVE_INFINITY;
  #restedAt = Number.NEGATIVE_INFINITY;
  #committedAt = Number.NEGATIVE_INFINITY;

  constructor(file: string, foreignKeys: boolean) {
    this.#file = file;
    this.#foreignKeys = foreignKeys;
  }

  async init(): Promise<void> {
    this.#idle.push(this.#open());
  }

  #open(): SqliteConnection {
    const connection = new SqliteConnection(this.#file, this.#foreignKeys);
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

  /**
   * Nobody keeps a line of those who wait for the file, so that a process with much to write could go on for seconds, taking the file
   * again each time in the moment after it let go. Where others write too, it rests before it goes on, as they do, and then chance
   * decides; the longer one has waited, the better its chances.
   */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const begun = performance.now();
    const goesOn = begun - this.#committedAt < NO_BREAK_MS;
    const othersAround = begun - this.#othersSeenAt < OTHERS_AROUND_MS;
    if (!goesOn) this.#restedAt = begun;
    else if (othersAround || begun - this.#restedAt > LOOK_AROUND_MS) await this.#rest();
    while (!connection.tryBegin()) {
      this.#othersSeenAt = performance.now();
      await waitBeforeRetry(begun);
    }
  }

  /** Leaves the file to others for a moment. */
  async #rest(): Promise<void> {
    await sleep(Math.random() * MAX_RETRY_DELAY_MS);
    this.#restedAt = performance.now();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.execute('COMMIT');
    this.#committedAt = performance.now();
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

/** Kysely over node:sqlite, for the database in `file`; foreign keys are held unless `foreignKeys` is false. */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string;
  readonly #foreignKeys: boolean;

  constructor(file: string, { foreignKeys = true }: { foreignKeys?: boolean } = {}) {
    this.#file = file;
    this.#foreignKeys = foreignKeys;
  }

  createDriver(): Driver {
    return new SqliteConnections(this.#file, this.#foreignKeys);
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
