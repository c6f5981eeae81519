import { sql } from 'kysely';
import { type Db, keepPerDatabase, type Tx } from '#api/database/schema/engine.ts';
import { runWithHooks } from '#api/database/transaction-hooks.ts';

interface WriteJob {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const writeQueueOf = keepPerDatabase(() => ({ jobs: [] as WriteJob[], isDraining: false }));

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

/** Drains the write queue in group commits. Jobs resolve only after the commit has been synced to disk. */
async function drainWriteQueue(db: Db): Promise<void> {
  const queue = writeQueueOf(db);
  if (queue.isDraining) return;
  queue.isDraining = true;
  while (queue.jobs.length > 0) {
    const group: WriteJob[] = [];
    const settle: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        const startedAt = performance.now();
        while (performance.now() - startedAt < GROUP_COMMIT_MS) {
          const job = queue.jobs.shift();
          if (!job) break;
          group.push(job);
          settle.push(await runWriteJob(db, tx, job));
        }
      });
      for (const callback of settle) callback();
    } catch (error) {
      if (group.length === 0) group.push(...queue.jobs.splice(0, 1));
      for (const { reject } of group) reject(error);
    }
  }
  queue.isDraining = false;
}

/**
 * SQLite allows one writer, so writes of one process queue up. Jobs that queue during a transaction join it, because syncing to disk
 * costs more than most writes.
 */
export const writeQueued = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    writeQueueOf(db).jobs.push({ work, resolve: (result: unknown) => resolve(result as Result), reject });
    void drainWriteQueue(db);
  });
