import { sql } from 'kysely';
import { retryOnConflict } from './postgres/write-retry.ts';
import { type Db, engineOf, type Tx } from './schema/engine.ts';

/** Steps to run around a transaction's commit. */
interface TransactionHooks {
  /** By name, so that a hook registered twice runs once. */
  before: Map<string, () => Promise<void>>;
  after: ((db: Db) => void)[];
  /** Values that services keep for one write, by name. */
  state: Map<string, unknown>;
}

const hooksByTransaction = new WeakMap<Tx, TransactionHooks>();

function hooksOf(tx: Tx): TransactionHooks {
  const hooks = hooksByTransaction.get(tx);
  if (!hooks) throw new Error('A transaction was not startedAt with write()');
  return hooks;
}

/** Registers a before-commit hook, deduplicated by `name`. Hooks run inside the transaction, in order of their names: they lock rows that many writes share. */
export function beforeCommit(tx: Tx, name: string, hook: () => Promise<void>): void {
  hooksOf(tx).before.set(name, hook);
}

/**
 * Returns a value kept for this write under a name, made by `create` on first use. The writes of a group commit share their transaction but
 * not these values.
 */
export function keepForWrite<Value>(tx: Tx, name: string, create: () => Value): Value {
  const { state } = hooksOf(tx);
  if (!state.has(name)) state.set(name, create());
  return state.get(name) as Value;
}

/** Registers an after-commit hook. It does not run after a rollback. */
export function afterCommit(tx: Tx, hook: (db: Db) => void): void {
  hooksOf(tx).after.push(hook);
}

/** Runs `work` and its before-commit hooks. Returns the after-commit hooks for the caller to run. */
async function runWithHooks<Result>(
  tx: Tx,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ result: Result; after: TransactionHooks['after'] }> {
  const hooks: TransactionHooks = { before: new Map(), after: [], state: new Map() };
  hooksByTransaction.set(tx, hooks);
  const result = await work(tx);
  for (const name of [...hooks.before.keys()].sort()) await hooks.before.get(name)?.();
  return { result, after: hooks.after };
}

/** A queued write with the promise callbacks of its caller. */
interface WriteJob {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Write queue of each database; absent while the queue is idle. */
const writeQueues = new WeakMap<Db, WriteJob[]>();

/** Group commit: a transaction takes further queued jobs until this many milliseconds after it began. */
const GROUP_COMMIT_MS = 25;

/** Runs one job in a savepoint of the shared transaction; an error rolls back only that job. Returns the callback to run after the commit. */
async function runWriteJob(db: Db, tx: Tx, { work, resolve, reject }: WriteJob): Promise<() => void> {
  await sql`SAVEPOINT job`.execute(tx);
  try {
    const { result, after } = await runWithHooks(tx, work);
    await sql`RELEASE job`.execute(tx);
    return () => {
      for (const hook of after) hook(db);
      resolve(result);
    };
  } catch (error) {
    // A full disk ends the whole transaction, savepoints included: then every job of the group fails.
    await sql`ROLLBACK TO job`.execute(tx).catch(() => {
      throw error;
    });
    await sql`RELEASE job`.execute(tx);
    return () => reject(error);
  }
}

/** Drains a write queue in group commits. Jobs resolve only after the commit has been synced to disk. */
async function drainWriteQueue(db: Db, queue: WriteJob[]): Promise<void> {
  while (queue.length > 0) {
    const group: WriteJob[] = [];
    const settle: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        const startedAt = performance.now();
        while (performance.now() - startedAt < GROUP_COMMIT_MS) {
          const job = queue.shift();
          if (!job) break;
          group.push(job);
          settle.push(await runWriteJob(db, tx, job));
        }
      });
      for (const callback of settle) callback();
    } catch (error) {
      if (group.length === 0) group.push(...queue.splice(0, 1));
      for (const { reject } of group) reject(error);
    }
  }
  writeQueues.delete(db);
}

/**
 * SQLite allows one writer, so writes of one process queue up. Jobs that queue during a transaction join it, because syncing to disk
 * costs more than most writes.
 */
const writeQueued = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const job = { work, resolve: (result: unknown) => resolve(result as Result), reject };
    const queue = writeQueues.get(db);
    if (queue) {
      queue.push(job);
      return;
    }
    const newQueue = [job];
    writeQueues.set(db, newQueue);
    void drainWriteQueue(db, newQueue);
  });

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
