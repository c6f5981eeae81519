import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { isCorruptionError } from '#api/database/errors/corrupt.ts';
import { databaseFile, ensureDataFolder } from '#api/database/files/data-folder.ts';
import { restrictToOwner } from '#api/database/files/permissions.ts';
import { findProcessesUsing } from '#api/database/files/processes-using-file.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { openSqliteFile } from '#api/database/sqlite/open-sqlite-file.ts';
import { write } from '#api/database/transaction.ts';
import { copyDatabaseFiles, removeDatabaseFiles, replaceDatabaseFile } from './replace-database-file.ts';
import { findBackupProblem, replaceDatabaseContents, writeSnapshot } from './snapshot.ts';

/** The backup cannot be restored; the message says why. */
export class RestoreRefused extends Error {}

/** Copy of the database that was replaced. */
export interface RestoreResult {
  /** Path of the copy; undefined when there was no database. */
  savedAs: string | undefined;
  /** Whether the database was corrupt, so that the copy is byte by byte. */
  wasDamaged: boolean;
}

/** Added to the revision, so that a running server's page cache is stale even if that server increments the revision meanwhile. */
const REVISION_GAP = 1000;
/** The revision to continue from when it cannot be read from a corrupt database. */
const UNREADABLE_REVISION = 1_000_000;

/** The greater of a database's two revisions; 0 without a database. */
function latestRevision(dataDir: string): number {
  if (!existsSync(databaseFile(dataDir))) return 0;
  const database = openSqliteFile(databaseFile(dataDir));
  try {
    const row = database.prepare('SELECT max(revision, words_revision) AS latest FROM catalogue_revision').get();
    return Number(row?.['latest'] ?? 0);
  } finally {
    database.close();
  }
}

/** Migrates the database in `folder` and raises its revisions above `revision`. */
async function prepareDatabase(folder: string, revision: number): Promise<void> {
  const db = await openDatabase(folder, undefined, { keepCopy: false });
  try {
    const next = Math.max(revision, latestRevision(folder)) + REVISION_GAP;
    await write(db, (tx) =>
      tx
        .updateTable('catalogue_revision')
        .set({ revision: next, words_revision: next, listing_revision: next, assortment_revision: next })
        .execute(),
    );
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** Runs `work`; falls back to `fallback` when the database turns out to be corrupt. */
function withCorruptionFallback<Result>(work: () => Result, fallback: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    return fallback();
  }
}

/** Copies the write-ahead log to `copy` before anything opens the database: SQLite deletes the log when it closes a corrupt file. */
function saveLog(dataDir: string, copy: string): void {
  const log = `${databaseFile(dataDir)}-wal`;
  if (existsSync(log)) copyFileSync(log, copy);
}

/** Saves the current database next to itself: as a snapshot, or byte by byte with the log in `logCopy` when it is corrupt. */
function saveCurrent(dataDir: string, logCopy: string): RestoreResult {
  const current = databaseFile(dataDir);
  if (!existsSync(current)) return { savedAs: undefined, wasDamaged: false };
  const date = new Date().toISOString().replaceAll(':', '-');
  const snapshot = resolve(`${current}.before-${date}`);
  const copy = resolve(`${current}.damaged-${date}`);
  return withCorruptionFallback<RestoreResult>(
    () => {
      writeSnapshot(current, snapshot);
      return { savedAs: snapshot, wasDamaged: false };
    },
    () => {
      rmSync(`${snapshot}.part`, { force: true });
      copyDatabaseFiles(current, copy);
      if (existsSync(logCopy) && !existsSync(`${copy}-wal`)) renameSync(logCopy, `${copy}-wal`);
      restrictToOwner(copy);
      return { savedAs: copy, wasDamaged: true };
    },
  );
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
export async function restoreBackup(file: string, dataDir: string): Promise<RestoreResult> {
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
    const saved = saveCurrent(dataDir, logCopy);
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
