import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { isSqliteBusy } from '#api/database/errors/lock-timeout.ts';
import { openSqliteFile } from './file.ts';
import { waitBeforeRetry } from './write-retry.ts';

/** How many statements a connection keeps ready; planning one anew costs more than running it. */
const MAX_STATEMENTS = 300;

interface ReadyStatement {
  statement: StatementSync;
  givesRows: boolean;
}

/** One connection to an SQLite file, as Kysely drives it. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  /** By their text, the one that was used longest ago first. */
  readonly #statements = new Map<string, ReadyStatement>();

  constructor(file: string, foreignKeys: boolean) {
    this.#database = openSqliteFile(file, foreignKeys);
    // SQLite would wait by stopping the whole process, and look for its turn too seldom.
    this.execute('PRAGMA busy_timeout = 0');
  }

  #ready(sql: string): ReadyStatement {
    let ready = this.#statements.get(sql);
    if (ready) this.#statements.delete(sql);
    else {
      const statement = this.#database.prepare(sql);
      ready = { statement, givesRows: statement.columns().length > 0 };
    }
    this.#statements.set(sql, ready);
    if (this.#statements.size > MAX_STATEMENTS) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return ready;
  }

  /** Runs a query. One that writes outside a transaction waits for its turn as a transaction does; throws `LockTimeout`. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const begun = performance.now();
    for (;;) {
      try {
        return this.#run(query);
      } catch (error) {
        if (!isSqliteBusy(error) || this.#database.isTransaction) throw error;
        await waitBeforeRetry(begun);
      }
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, givesRows } = this.#ready(sql);
    const values = parameters as SQLInputValue[];
    if (givesRows) return { rows: statement.all(...values) as Row[] };
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
      this.execute('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isSqliteBusy(error)) return false;
      throw error;
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
