import { PostgresDialect, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { replaceNul } from './replace-nul.ts';

/** Connections per process. A checkout holds one for a few milliseconds, so this is enough for two cores. */
const MAX_CONNECTIONS = 10;

/** Connections that stay open when idle: after a quiet minute, a page with a search would otherwise wait for four new ones, up to 60 ms. */
const MIN_CONNECTIONS = 4;

/** How long a connection is idle before TCP checks it, in milliseconds: firewalls drop silent ones after a few minutes. */
const KEEP_ALIVE_DELAY_MS = 30_000;

/** Connections for migrations and moves. */
const MAX_LONG_RUNNING_CONNECTIONS = 2;

const STATEMENT_TIMEOUT_MS = 10_000;

/** Timeout for locks and for connecting, in milliseconds: shorter than the request timeout of 10 s. */
const WAIT_TIMEOUT_MS = 8000;

/** PostgreSQL ends a transaction that was idle for this long, in milliseconds, and so releases its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;

/** Types that pg returns as text because they may exceed a double. Counts, ids and sums of paise never do. */
const numericTypes: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (numericTypes.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
};

class QueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(parameter: unknown): void {
    super.appendValue(replaceNul(parameter));
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new QueryCompiler();
  }
}

/**
 * Planner settings for a database that is in memory or on an SSD: random reads cost little more than sequential ones, and operators on a row
 * more than the planner's default. Queries are short, so that starting parallel workers or JIT takes longer than they save. `options` in the
 * URL replaces them.
 */
const PLANNER_OPTIONS = '-c random_page_cost=1.1 -c cpu_operator_cost=0.05 -c jit=off -c max_parallel_workers_per_gather=0';

const createPool = (databaseUrl: string, options: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'store',
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    ...options,
  });
  // The pool replaces a broken connection on the next request; a query on it rejects by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
};

/** Creates a Kysely dialect for serving requests, with timeouts for statements, locks and idle transactions. */
export const postgresDialect = (databaseUrl: string): Dialect =>
  new Dialect({
    pool: createPool(databaseUrl, {
      min: MIN_CONNECTIONS,
      max: MAX_CONNECTIONS,
      options: PLANNER_OPTIONS,
      connectionTimeoutMillis: WAIT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: WAIT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    }),
  });

/** Creates a Kysely dialect without statement and lock timeouts, for migrations and for moving a shop. */
export const longRunningPostgresDialect = (databaseUrl: string): Dialect =>
  new Dialect({ pool: createPool(databaseUrl, { max: MAX_LONG_RUNNING_CONNECTIONS, connectionTimeoutMillis: WAIT_TIMEOUT_MS }) });
