import { randomInt } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  isCorruptionError,
  isSqliteBusy,
  LockTimeout,
  primarySqliteCode,
  withCorruptionFallback,
} from '#api/database/errors/engine-errors.ts';
import { databaseFile, ensureDataFolder } from '#api/database/files/data-folder.ts';
import { restrictToOwner } from '#api/database/files/permissions.ts';
import { findProcessesUsing } from '#api/database/files/processes-using-file.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { OPEN_BUSY_TIMEOUT_MS, openSqliteFile } from '#api/database/sqlite/open-sqlite-file.ts';
import { write } from '#api/database/transaction.ts';
import { type ReplacedDatabase, saveLog, saveReplacedDatabase } from './save-replaced-database.ts';

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
async function replaceDatabaseContents(file: string, target: string): Promise<void> {
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

function removeDatabaseFiles(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Replaces the database `target` by `file`. No process may have `target` open, or SQLite would mix the two (see `findProcessesUsing`). */
function replaceDatabaseFile(file: string, target: string): void {
  removeDatabaseFiles(target);
  renameSync(file, target);
}

/** Checks a backup file; returns why it cannot be used, or undefined. `migrations` are the names that this version knows. */
function findBackupProblem(file: string, migrations: readonly string[]): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: OPEN_BUSY_TIMEOUT_MS });
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

/** The backup cannot be restored; the message says why. */
export class RestoreRefused extends Error {}

/** Added to the revision, so that a running server's page cache is stale even if that server increments the revision meanwhile. */
const REVISION_GAP = 1000;
/** The revision to continue from when it cannot be read from a corrupt database. */
const UNREADABLE_REVISION = 1_000_000;

/** The user version of a SQLite file is a signed integer of 32 bits. */
const MAX_USER_VERSION = 2 ** 31;

function latestRevision(dataDir: string): number {
  if (!existsSync(databaseFile(dataDir))) return 0;
  const database = openSqliteFile(databaseFile(dataDir));
  try {
    // A database of an earlier version lacks some of them.
    const row = database.prepare('SELECT * FROM catalogue_revision').get() ?? {};
    return Math.max(0, ...Object.entries(row).map(([column, value]) => (column.endsWith('revision') ? Number(value) : 0)));
  } finally {
    database.close();
  }
}

/** Migrates the database in `folder` and raises its revisions above `revision`. */
async function prepareDatabase(folder: string, revision: number): Promise<void> {
  const db = await openDatabase(folder, undefined, { keepCopy: false });
  try {
    const next = Math.max(revision, latestRevision(folder)) + REVISION_GAP;
    await write(db, (tx) => tx.updateTable('catalogue_revision').set({ revision: next, words_revision: next }).execute());
    // Tells a running server that requests in progress have read another database.
    await sql`PRAGMA user_version = ${sql.lit(randomInt(MAX_USER_VERSION))}`.execute(db);
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Replaces a corrupt database by `file`. If its first page is readable, the contents are replaced in place, which also works under a
 * running server; otherwise the file itself is replaced.
 */
async function replaceCorrupt(file: string, current: string): Promise<void> {
  const inPlace = await replaceDatabaseContents(file, current).then(
    () => findBackupProblem(current, Object.keys(migrations)) === undefined,
    (error: unknown) => {
      if (isCorruptionError(error)) return false;
      throw error;
    },
  );
  if (inPlace) return;
  const pids = findProcessesUsing(current);
  if (pids.length > 0)
    throw new RestoreRefused(
      `The database is damaged and still open in process ${pids.join(', ')}. Stop the shop, run this command again, and start the shop.`,
    );
  replaceDatabaseFile(file, current);
}

/**
 * Restores the SQLite database in `dataDir` from the backup `file`, also under a running server, and saves a copy of the current one.
 * Throws `RestoreRefused`, without changes, when the backup is incomplete, corrupt or from a newer version, or when a corrupt database is
 * still open in another process. Throws `LockTimeout` when other writers hold the lock for too long.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<ReplacedDatabase> {
  const problem = findBackupProblem(file, Object.keys(migrations));
  if (problem) throw new RestoreRefused(`"${file}" cannot be restored: ${problem}`);
  ensureDataFolder(dataDir);
  const current = databaseFile(dataDir);
  // The process id in the name lets removeStaleFiles() delete what a killed restore left.
  const folder = mkdtempSync(join(dataDir, `restore-${process.pid}-`));
  try {
    const logCopy = join(folder, 'current-wal');
    saveLog(dataDir, logCopy);
    const prepared = databaseFile(folder);
    copyFileSync(file, prepared);
    restrictToOwner(prepared);
    const revision = withCorruptionFallback(
      () => latestRevision(dataDir),
      () => UNREADABLE_REVISION,
    );
    await prepareDatabase(folder, revision);
    const saved = saveReplacedDatabase(dataDir, logCopy);
    if (!saved.wasDamaged) await replaceDatabaseContents(prepared, current);
    else
      await replaceCorrupt(prepared, current).catch((error: unknown) => {
        if (saved.savedAs) removeDatabaseFiles(saved.savedAs);
        throw error;
      });
    return saved;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
