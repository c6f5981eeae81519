import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type pg from 'pg';
import type { QueryHints } from '#api/database/query-hints.ts';
import type { StatementNames } from './statement-names.ts';

type Answer = pg.QueryResult<Record<string, unknown>>;

const ignore = (): undefined => undefined;

/** Commands whose number of rows counts as affected. */
const writes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const toResult = <Row>({ command, rowCount, rows }: Answer): QueryResult<Row> => ({
  rows: rows as Row[],
  ...(writes.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
});

/**
 * A Kysely connection to PostgreSQL. Statements are sent as soon as they are executed and answered in their order: callers that do not wait
 * for one answer before they execute the next statement save round trips.
 */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  /** The answer to BEGIN, until it has arrived. */
  #begun: Promise<Answer> | undefined;
  /** The answer to the last statement of the transaction, for which only the commit waits. */
  #last: Promise<Answer> | undefined;
  #isInTransaction = false;
  #isBroken = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<Row>(query: CompiledQuery & QueryHints): Promise<QueryResult<Row>> {
    const begun = this.#begun;
    // Without a transaction, a write would be committed by itself.
    if (begun && query.query.kind !== 'SelectQueryNode') await begun;
    const answer = this.#send(query);
    if (query.isLast) {
      answer.catch(ignore);
      this.#last = answer;
      return { rows: [] };
    }
    if (begun) {
      answer.catch(ignore);
      await begun;
      this.#begun = undefined;
    }
    return toResult(await answer);
  }

  async #send(query: CompiledQuery & QueryHints): Promise<Answer> {
    const { sql: text } = query;
    const values = query.parameters as unknown[];
    const name = query.keepsPlan ? this.#names.get(text) : undefined;
    if (name === undefined) return this.#client.query(text, values);
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (!this.#names.renameIfOutdated(text, name, error) || this.#isInTransaction) throw error;
      return this.#send(query);
    }
  }

  /** Sends BEGIN and does not wait for its answer: reads may follow at once. */
  begin(statement: string): void {
    this.#isInTransaction = true;
    this.#begun = this.#client.query(statement);
    this.#begun.catch(ignore);
  }

  /** Commits, and throws the error of the last statement if that failed. */
  async commit(): Promise<void> {
    await this.#begun;
    const [last, commit] = await Promise.allSettled([this.#last, this.#client.query('COMMIT')]);
    this.#end();
    if (last.status === 'rejected') throw last.reason;
    if (commit.status === 'rejected') throw commit.reason;
    // The answer to COMMIT after a statement that failed.
    if (commit.value.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /** Rolls back, unless a commit has failed, which does so. */
  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return;
    try {
      await this.#client.query('ROLLBACK');
      this.#end();
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  #end(): void {
    this.#isInTransaction = false;
    this.#begun = undefined;
    this.#last = undefined;
  }

  /** Gives the connection back to the pool, which closes it if it is broken. */
  release(): void {
    this.#client.release(this.#isBroken);
  }

  streamQuery(): never {
    throw new Error('Streaming from PostgreSQL is not supported: use a cursor');
  }
}
