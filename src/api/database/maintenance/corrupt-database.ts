import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { primarySqliteCode, sqliteCodes } from '#api/database/errors/sqlite-codes.ts';

/** Codes for an unreadable file: missing tables (generic error), truncated file (I/O error), corrupt, not a database. */
const corruptionCodes: ReadonlySet<unknown> = new Set([
  sqliteCodes.error,
  sqliteCodes.ioerr,
  sqliteCodes.corrupt,
  sqliteCodes.notadb,
]);

/** Whether an error means that a database file is corrupt, rather than busy, read-only or out of space. */
export const isCorruptionError = (error: unknown): boolean => corruptionCodes.has(primarySqliteCode(error));

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

/** Ids of other processes that have a file open, as far as this user may see them. */
export function findProcessesUsing(file: string): number[] {
  const pids = existsSync('/proc/self/fd') ? findInProc(file) : findWithLsof(file);
  return pids.filter((pid) => pid !== process.pid);
}

function findInProc(file: string): number[] {
  const target = statSync(file, { throwIfNoEntry: false });
  if (!target) return [];
  const hasOpen = (pid: string): boolean => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => {
        const open = statSync(`/proc/${pid}/fd/${fd}`, { throwIfNoEntry: false });
        return open?.ino === target.ino && open.dev === target.dev;
      });
    } catch {
      // The process has ended, or belongs to another user.
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hasOpen(name))
    .map(Number);
}

function findWithLsof(file: string): number[] {
  try {
    const output = execFileSync('lsof', ['-t', '--', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n').filter(Boolean).map(Number);
  } catch {
    // lsof exits with 1 when no process has the file open.
    return [];
  }
}
