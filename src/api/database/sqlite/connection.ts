import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { isSqliteBusy } from '#api/database/errors/engine-errors.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
import { waitBeforeRetry } from './write-retry.ts';

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
