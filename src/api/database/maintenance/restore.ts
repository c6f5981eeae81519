import { randomInt } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isCorruptionError, withCorruptionFallback } from '#api/database/errors/engine-errors.ts';
import { databaseFile, ensureDataFolder } from '#api/database/files/data-folder.ts';
import { restrictToOwner } from '#api/database/files/permissions.ts';
import { findProcessesUsing } from '#api/database/files/processes-using-file.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { openSqliteFile } from '#api/database/sqlite/open-sqlite-file.ts';
import { write } from '#api/database/transaction.ts';
import { findBackupProblem } from './check-backup.ts';
import { removeDatabaseFiles, replaceDatabaseContents, replaceDatabaseFile } from './replace-database.ts';
import { type ReplacedDatabase, saveLog, saveReplacedDatabase } from './save-replaced-database.ts';

/** The backup cannot be restored; the message says why. */
export class RestoreRefused extends Error {}

/** Added to the revision, so that a running server's page cache is stale even if that server increments the revision meanwhile. */
const REVISION_GAP = 1000;
/** The revision to continue from when it cannot be read from a corrupt database. */
const UNREADABLE_REVISION = 1_000_000;

/** The user version of a SQLite file is a signed integer of 32 bits. */
const MAX_USER_VERSION = 2 ** 31;

/** The greatest of a database's revisions; 0 without a database. */
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
