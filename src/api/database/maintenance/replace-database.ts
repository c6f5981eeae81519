import { existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSqliteBusy, LockTimeout, primarySqliteCode } from '#api/database/errors/engine-errors.ts';
import { openSqliteFile } from '#api/database/sqlite/open-sqlite-file.ts';

/** Pages copied per step: all of them, so that the target is locked only briefly. */
const ALL_PAGES = 2 ** 31 - 1;

/** Lock timeout of the replacement, and the upper bound of the random delay between retries, in milliseconds. */
const REPLACE_LOCK_TIMEOUT_MS = 30_000;
const MAX_RETRY_DELAY_MS = 20;

/** Whether another connection is writing. In that case node:sqlite's backup also reports 0 ("not an error"). */
const isBackupBusy = (error: unknown): boolean => isSqliteBusy(error) || primarySqliteCode(error) === 0;

/**
 * Replaces the contents of the database `target` by those of `file` in one transaction: readers see the old or the new contents, a crash
 * leaves the old ones, and a running server continues with the new ones. Retries while others write; throws `LockTimeout` if they take
 * too long.
 */
export async function replaceDatabaseContents(file: string, target: string): Promise<void> {
  // The backup keeps the target's journal mode, so a new file has to be switched to WAL first.
  if (!existsSync(target)) openSqliteFile(target).close();
  const source = new DatabaseSync(file, { readOnly: true });
  const startedAt = performance.now();
  try {
    for (;;) {
      try {
        await backup(source, target, { rate: ALL_PAGES });
        return;
      } catch (error) {
        if (!isBackupBusy(error)) throw error;
        if (performance.now() - startedAt > REPLACE_LOCK_TIMEOUT_MS) throw new LockTimeout();
        await sleep(Math.random() * MAX_RETRY_DELAY_MS);
      }
    }
  } finally {
    source.close();
  }
}

/** Removes a database file with its write-ahead log and shared memory. */
export function removeDatabaseFiles(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Replaces the database `target` by `file`. No process may have `target` open, or SQLite would mix the two (see `findProcessesUsing`). */
export function replaceDatabaseFile(file: string, target: string): void {
  removeDatabaseFiles(target);
  renameSync(file, target);
}
