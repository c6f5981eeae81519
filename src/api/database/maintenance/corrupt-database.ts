import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';

/** SQLite's codes for a file that it cannot make sense of: SQL logic (tables are missing), I/O (it is cut short), corrupt, not a database. */
const damageCodes: readonly number[] = [1, 10, 11, 26];

/** Whether an error says that a database file is damaged, rather than busy, read-only or out of space. */
export const isCorruptionError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && damageCodes.includes(error.errcode & 0xff);

const beside = ['-wal', '-shm'];

/** Copies a damaged database and its write-ahead log to `target`, byte by byte; the index of the log is made anew when needed. */
export function copyDatabaseFiles(file: string, target: string): void {
  for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) copyFileSync(file + suffix, target + suffix);
}

/** Removes what `copyFiles` wrote. */
export function removeDatabaseFiles(file: string): void {
  for (const suffix of ['', ...beside]) rmSync(file + suffix, { force: true });
}

/** Puts a database file in the place of another, which no process may have open: SQLite would mix the two (see `processesWith`). */
export function replaceDatabaseFile(file: string, target: string): void {
  removeDatabaseFiles(target);
  renameSync(file, target);
}

/** Ids of the other processes that have a file open, as far as this user may see them. */
export function findProcessesUsing(file: string): number[] {
  const others = existsSync('/proc/self/fd') ? fromProc(file) : fromLsof(file);
  return others.filter((pid) => pid !== process.pid);
}

function fromProc(file: string): number[] {
  const wanted = statSync(file, { throwIfNoEntry: false });
  if (!wanted) return [];
  const hasOpen = (pid: string): boolean => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => {
        const found = statSync(`/proc/${pid}/fd/${fd}`, { throwIfNoEntry: false });
        return found?.ino === wanted.ino && found.dev === wanted.dev;
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

function fromLsof(file: string): number[] {
  try {
    const found = execFileSync('lsof', ['-t', '--', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return found.split('\n').filter(Boolean).map(Number);
  } catch {
    // lsof ends with 1 when nobody has it open.
    return [];
  }
}
