import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockTimeout } from '#api/database/errors/lock-timeout.ts';
import { isSqliteBusy, primarySqliteCode } from '#api/database/errors/sqlite-codes.ts';
import { createOwnerOnlyFile } from '#api/database/files/permissions.ts';
import { BUSY_TIMEOUT_MS, openSqliteFile } from '#api/database/sqlite/open-sqlite-file.ts';

/** Pages copied per step: all of them, so that the target is locked only briefly. */
const ALL_PAGES = 2 ** 31 - 1;

/** Flushes a file to disk. */
function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Checks a backup file; returns why it cannot be used, or undefined. `migrations` are the names that this version knows. */
export function findBackupProblem(file: string, migrations: readonly string[]): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const applied = database
      .prepare('SELECT name FROM kysely_migration')
      .all()
      .map(({ name }) => String(name));
    database.prepare('SELECT count(*) FROM product JOIN variant JOIN orders LIMIT 1');
    const unknown = applied.filter((name) => !migrations.includes(name));
    if (unknown.length > 0) return `it comes from a newer version of the store (${unknown.join(', ')})`;
    const [integrity] = database.prepare('PRAGMA integrity_check(1)').all();
    if (integrity?.['integrity_check'] !== 'ok') return `it is damaged (${integrity?.['integrity_check']})`;
    if (database.prepare('PRAGMA foreign_key_check').get()) return 'it is damaged (rows refer to missing rows)';
    return undefined;
  } catch (error) {
    return `it is not a shop database (${error instanceof Error ? error.message : error})`;
  } finally {
    database?.close();
  }
}

/** Writes a consistent snapshot of the database `file` to `target` while others read and write. `target` appears atomically. */
export function writeSnapshot(file: string, target: string): void {
  const part = `${target}.part`;
  rmSync(part, { force: true });
  createOwnerOnlyFile(part);
  const database = openSqliteFile(file);
  try {
    database.prepare('VACUUM INTO ?').run(part);
  } finally {
    database.close();
  }
  sync(part);
  renameSync(part, target);
}

/** Lock timeout of the replacement, and the upper bound of the random delay between retries, in milliseconds. */
const LOCK_TIMEOUT_MS = 30_000;
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
        if (performance.now() - startedAt > LOCK_TIMEOUT_MS) throw new LockTimeout();
        await sleep(Math.random() * MAX_RETRY_DELAY_MS);
      }
    }
  } finally {
    source.close();
  }
}
