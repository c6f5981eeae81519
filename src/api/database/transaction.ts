import { retryOnConflict } from './postgres/write-retry.ts';
import { type Db, engineOf, type Tx } from './schema/engine.ts';
import { writeQueued } from './sqlite/write-queue.ts';
import { runWithHooks } from './transaction-hooks.ts';

/** PostgreSQL runs writers concurrently (READ COMMITTED; see locks.ts). Retries a transaction that conflicted with another. */
const writeWithRetry = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  retryOnConflict(async () => {
    const { result, after } = await db.transaction().execute((tx) => runWithHooks(tx, work));
    for (const hook of after) hook(db);
    return result;
  });

/**
 * Runs `work` in one write transaction and rolls back if it throws. This is the only way to write. `work` may run more than once, so it
 * must have no side effects outside the database.
 */
export const write = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  engineOf(db) === 'postgres' ? writeWithRetry(db, work) : writeQueued(db, work);
