import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { BUSY_TIMEOUT_MS, openSqliteFile } from './sqlite-file.ts';

const SQLITE_BUSY = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY;

/** One connection to an SQLite file, as Kysely drives it. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = openSqliteFile(file);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#database.prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as Row] };
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** Begins a transaction as a writer; false when another connection is writing just now. Does not wait. */
  tryBegin(): boolean {
    try {
      this.execute('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    } finally {
      this.execute(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  /** Takes back what the transaction did; nothing is left to take back after a failure that ended it. */
  rollback(): void {
    if (this.#database.isTransaction) this.execute('ROLLBACK');
  }

  close(): void {
    this.#database.close();
  }
}
