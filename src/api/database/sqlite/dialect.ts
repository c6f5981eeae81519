import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, type Driver, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteConnection } from './connection.ts';
import { MAX_RETRY_DELAY_MS, waitBeforeRetry } from './write-retry.ts';

/** More than one, so that reads continue while a connection writes or waits for the write lock. */
const MAX_CONNECTIONS = 4;

/** Another process counts as a competing writer for this long after it was seen writing, in milliseconds. */
const COMPETITOR_TTL_MS = 2000;

/** A process that writes continuously yields at least this often, to detect other writers, in milliseconds. */
const PROBE_INTERVAL_MS = 250;

/** A transaction that begins within this time after a commit counts as continuous writing, in milliseconds. */
const CONTINUOUS_MS = 4;

/**
 * Connection pool of one SQLite file. Every transaction takes the write lock when it begins: upgrading a read transaction fails at once
 * if another process has written since. Waiting for the lock does not block the event loop.
 */
class SqlitePool implements Driver {
  readonly #file: string;
  readonly #foreignKeys: boolean;
  readonly #all = new Set<SqliteConnection>();
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  /** Times (performance.now()) of the last competing write, of the last yield, and of this process's last commit. */
  #competitorSeenAt = Number.NEGATIVE_INFINITY;
  #yieldedAt = Number.NEGATIVE_INFINITY;
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
   * SQLite's file lock is not fair: a process with many writes could take it again right after each commit and starve the others. So a
   * process that just committed yields before it takes the lock again if another writer was seen recently.
   */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const startedAt = performance.now();
    const isContinuous = startedAt - this.#committedAt < CONTINUOUS_MS;
    const hasCompetitor = startedAt - this.#competitorSeenAt < COMPETITOR_TTL_MS;
    if (!isContinuous) this.#yieldedAt = startedAt;
    else if (hasCompetitor || startedAt - this.#yieldedAt > PROBE_INTERVAL_MS) await this.#yield();
    while (!connection.tryBegin()) {
      this.#competitorSeenAt = performance.now();
      await waitBeforeRetry(startedAt);
    }
  }

  /** Leaves the lock to other processes for as long as one retry delay. */
  async #yield(): Promise<void> {
    await sleep(Math.random() * MAX_RETRY_DELAY_MS);
    this.#yieldedAt = performance.now();
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

/** DDL is transactional in SQLite, so a failed migration is rolled back as a whole. */
class SqlitePoolAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely dialect for node:sqlite on the database `file`; foreign keys are enforced unless `foreignKeys` is false. */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string;
  readonly #foreignKeys: boolean;

  constructor(file: string, { foreignKeys = true }: { foreignKeys?: boolean } = {}) {
    this.#file = file;
    this.#foreignKeys = foreignKeys;
  }

  createDriver(): Driver {
    return new SqlitePool(this.#file, this.#foreignKeys);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new SqlitePoolAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}
