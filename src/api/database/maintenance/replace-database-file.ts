import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';

const WAL = '-wal';
const SHARED_MEMORY = '-shm';

/** Copies a corrupt database and its write-ahead log to `target`, byte by byte. SQLite rebuilds the shared memory when needed. */
export function copyDatabaseFiles(file: string, target: string): void {
  for (const suffix of ['', WAL]) if (existsSync(file + suffix)) copyFileSync(file + suffix, target + suffix);
}

/** Removes a database file with its write-ahead log and shared memory. */
export function removeDatabaseFiles(file: string): void {
  for (const suffix of ['', WAL, SHARED_MEMORY]) rmSync(file + suffix, { force: true });
}

/** Replaces the database `target` by `file`. No process may have `target` open, or SQLite would mix the two (see `findProcessesUsing`). */
export function replaceDatabaseFile(file: string, target: string): void {
  removeDatabaseFiles(target);
  renameSync(file, target);
}
