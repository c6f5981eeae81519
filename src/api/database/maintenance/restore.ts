import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { ensureDataFolder } from '#api/database/files/data-folder.ts';
import { restrictToOwner } from '#api/database/files/permissions.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { databaseFile, openDatabase, write } from '#api/database/open.ts';
import { openSqliteFile } from '#api/database/sqlite/file.ts';
import {
  copyDatabaseFiles,
  findProcessesUsing,
  isCorruptionError,
  removeDatabaseFiles,
  replaceDatabaseFile,
} from './corrupt-database.ts';
import { findBackupProblem, replaceDatabaseContents, writeSnapshot } from './snapshot.ts';

/** The file cannot become the shop; the message says why. */
export class RestoreRefused extends Error {}

/** What was done with the shop as it was. */
export interface RestoreResult {
  /** The file that keeps it; undefined when there was none. */
  savedAs: string | undefined;
  /** Whether it was damaged, so that the file is a copy of its bytes. */
  wasDamaged: boolean;
}

/** How far the revision is carried beyond what it was: pages kept by a running server are stale, whatever it counts meanwhile. */
const REVISIONS_AHEAD = 1000;
/** The same where the revision can no longer be read. */
const FAR_AHEAD = 1_000_000;

/** The greater of the two revisions that a database has seen; 0 where there is none. */
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

/** Brings the tables of the database in `folder` up to date and its revisions beyond `revision`. */
async function makeReady(folder: string, revision: number): Promise<void> {
  const db = await openDatabase(folder);
  try {
    const next = Math.max(revision, latestRevision(folder)) + REVISIONS_AHEAD;
    await write(db, (tx) => tx.updateTable('catalogue_revision').set({ revision: next, words_revision: next }).execute());
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** Does `work`; `otherwise` when the database turns out to be damaged. */
function unlessDamaged<Result>(work: () => Result, otherwise: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    return otherwise();
  }
}

/** Copies the write-ahead log to `copy` before anything opens the database: closing a file that is no database deletes its log. */
function saveLog(dataDir: string, copy: string): void {
  const log = `${databaseFile(dataDir)}-wal`;
  if (existsSync(log)) copyFileSync(log, copy);
}

/** Keeps the shop as it is now beside the database: whole, or byte by byte with the log in `logCopy` when it is damaged. */
function keepPresent(dataDir: string, logCopy: string): RestoreResult {
  const shop = databaseFile(dataDir);
  if (!existsSync(shop)) return { savedAs: undefined, wasDamaged: false };
  const date = new Date().toISOString().replaceAll(':', '-');
  const [kept, damaged] = [resolve(`${shop}.before-${date}`), resolve(`${shop}.damaged-${date}`)];
  return unlessDamaged<RestoreResult>(
    () => {
      writeSnapshot(shop, kept);
      return { savedAs: kept, wasDamaged: false };
    },
    () => {
      rmSync(`${kept}.part`, { force: true });
      copyDatabaseFiles(shop, damaged);
      if (existsSync(logCopy) && !existsSync(`${damaged}-wal`)) renameSync(logCopy, `${damaged}-wal`);
      restrictToOwner(damaged);
      return { savedAs: damaged, wasDamaged: true };
    },
  );
}

/**
 * Puts `file` in the place of a damaged shop. A database whose first page can be read takes the contents in place, under a running server
 * too; any other has to be replaced as a file.
 */
async function replaceDamaged(file: string, shop: string): Promise<void> {
  const inPlace = await replaceDatabaseContents(file, shop).then(
    () => findBackupProblem(shop, Object.keys(migrations)) === undefined,
    (error: unknown) => {
      if (isCorruptionError(error)) return false;
      throw error;
    },
  );
  if (inPlace) return;
  const pids = findProcessesUsing(shop);
  if (pids.length > 0)
    throw new RestoreRefused(
      `The database is damaged and still open in process ${pids.join(', ')}. Stop the shop, run this command again, and start the shop.`,
    );
  replaceDatabaseFile(file, shop);
}

/**
 * Makes the SQLite shop in `dataDir` what the backup in `file` holds, while it may be open. The shop as it was is kept, be it damaged.
 * Throws `RestoreRefused`, nothing being changed, when `file` is no whole shop that this version can read, or when a damaged shop has to be
 * closed first; `LockTimeout` when other writers leave no gap.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<RestoreResult> {
  const problem = findBackupProblem(file, Object.keys(migrations));
  if (problem) throw new RestoreRefused(`"${file}" cannot be restored: ${problem}`);
  ensureDataFolder(dataDir);
  const shop = databaseFile(dataDir);
  // The process is part of the name, so that what a killed one left can be removed (leftovers.ts).
  const folder = mkdtempSync(join(dataDir, `restore-${process.pid}-`));
  try {
    const logCopy = join(folder, 'present-wal');
    saveLog(dataDir, logCopy);
    const ready = databaseFile(folder);
    copyFileSync(file, ready);
    restrictToOwner(ready);
    await makeReady(
      folder,
      unlessDamaged(
        () => latestRevision(dataDir),
        () => FAR_AHEAD,
      ),
    );
    const kept = keepPresent(dataDir, logCopy);
    if (!kept.wasDamaged) await replaceDatabaseContents(ready, shop);
    else
      await replaceDamaged(ready, shop).catch((error: unknown) => {
        if (kept.savedAs) removeDatabaseFiles(kept.savedAs);
        throw error;
      });
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
