import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isSqliteBusy } from '#api/database/errors/engine-errors.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
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

/** Prepared statements cached per connection; preparing one costs more than running it. */
const MAX_STATEMENTS = 300;

interface PreparedStatement {
  statement: StatementSync;
  returnsRows: boolean;
}

/** A Kysely connection to an SQLite file. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  /** LRU cache by SQL text, least recently used first. */
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(file: string, foreignKeys: boolean) {
    this.#database = openSqliteFile(file, foreignKeys);
    // SQLite's busy handler would block the event loop; waitBeforeRetry() replaces it.
    this.execute('PRAGMA busy_timeout = 0');
  }

  #prepare(sql: string): PreparedStatement {
    let prepared = this.#statements.get(sql);
    if (prepared) this.#statements.delete(sql);
    else {
      const statement = this.#database.prepare(sql);
      prepared = { statement, returnsRows: statement.columns().length > 0 };
    }
    this.#statements.set(sql, prepared);
    if (this.#statements.size > MAX_STATEMENTS) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return prepared;
  }

  /** Runs a query. Retries a write outside a transaction while another connection holds the lock; throws `LockTimeout`. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return this.#run(query);
      } catch (error) {
        if (!isSqliteBusy(error) || this.#database.isTransaction) throw error;
        await waitBeforeRetry(startedAt);
      }
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as Row] };
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** Begins a write transaction without waiting; false while another connection is writing. */
  tryBegin(): boolean {
    try {
      this.execute('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isSqliteBusy(error)) return false;
      throw error;
    }
  }

  /** Rolls back, unless an error has already ended the transaction. */
  rollback(): void {
    if (this.#database.isTransaction) this.execute('ROLLBACK');
  }

  close(): void {
    this.#database.close();
  }
}
