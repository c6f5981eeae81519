import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { withCorruptionFallback } from '#api/database/errors/engine-errors.ts';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { nameCopy, pruneDatabaseCopies } from '#api/database/files/database-copies.ts';
import { restrictToOwner } from '#api/database/files/permissions.ts';
import { writeSnapshot } from '#api/database/sqlite/snapshot.ts';

export interface ReplacedDatabase {
  /** Path of the copy; undefined when there was no database. */
  savedAs: string | undefined;
  /** Whether the database was corrupt, so that the copy is byte by byte. */
  wasDamaged: boolean;
}

const WAL = '-wal';

/** Copies the write-ahead log to `copy` before anything opens the database: SQLite deletes the log when it closes a corrupt file. */
export function saveLog(dataDir: string, copy: string): void {
  const log = databaseFile(dataDir) + WAL;
  if (existsSync(log)) copyFileSync(log, copy);
}

/** Copies a corrupt database and its write-ahead log to `target`, byte by byte. SQLite rebuilds the shared memory when needed. */
function copyDatabaseFiles(file: string, target: string): void {
  for (const suffix of ['', WAL]) if (existsSync(file + suffix)) copyFileSync(file + suffix, target + suffix);
}

/** Saves the current database next to itself: as a snapshot, or byte by byte with the log in `logCopy` when it is corrupt. */
export function saveReplacedDatabase(dataDir: string, logCopy: string): ReplacedDatabase {
  const current = databaseFile(dataDir);
  if (!existsSync(current)) return { savedAs: undefined, wasDamaged: false };
  const snapshot = resolve(nameCopy(current, 'before'));
  const copy = resolve(nameCopy(current, 'damaged'));
  return withCorruptionFallback<ReplacedDatabase>(
    () => {
      writeSnapshot(current, snapshot);
      pruneDatabaseCopies(current);
      return { savedAs: snapshot, wasDamaged: false };
    },
    () => {
      rmSync(`${snapshot}.part`, { force: true });
      copyDatabaseFiles(current, copy);
      if (existsSync(logCopy) && !existsSync(copy + WAL)) renameSync(logCopy, copy + WAL);
      restrictToOwner(copy);
      return { savedAs: copy, wasDamaged: true };
    },
  );
}
