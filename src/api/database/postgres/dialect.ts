import { PostgresDialect, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';

/** Connections of one process: checkouts hold one for a few milliseconds, so that this is plenty for two cores' worth of requests. */
const MAX_CONNECTIONS = 10;

/** What a statement may take, a lock may be waited for and a connection may be asked for, in milliseconds: less than an answer may take. */
const STATEMENT_MS = 10_000;
const WAIT_MS = 8000;
/** A transaction whose process went silent is given up, so that its locks hurt nobody. */
const IDLE_TRANSACTION_MS = 60_000;

/** Whole numbers that PostgreSQL sends as text because they might be too long: counts, ids, paise and their sums never are. */
const asNumber: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (asNumber.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
};

/** PostgreSQL's text holds every character but one. */
class QueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(parameter: unknown): void {
    super.appendValue(typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter);
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new QueryCompiler();
  }
}

const poolOf = (databaseUrl: string, options: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: 'store', types, ...options });
  // A connection that breaks is replaced when the next is wanted; whoever uses it just then is told by their own query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** Kysely over PostgreSQL, for a shop's daily work: nothing there takes longer than an answer may. */
export const postgresDialect = (databaseUrl: string): Dialect =>
  new Dialect({
    pool: poolOf(databaseUrl, {
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: WAIT_MS,
      statement_timeout: STATEMENT_MS,
      lock_timeout: WAIT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    }),
  });

/** The same for work that may take its time and waits for others who do it: bringing tables up to date, moving a whole shop. */
export const longRunningPostgresDialect = (databaseUrl: string): Dialect =>
  new Dialect({ pool: poolOf(databaseUrl, { max: 2, connectionTimeoutMillis: WAIT_MS }) });

/**
 * Whether a transaction failed only because another ran beside it, so that trying again is right: a serialisation failure, a deadlock,
 * or a row that both were first to add.
 */
export const isRetryableConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['40001', '40P01', '23505'].includes(error.code ?? '');
