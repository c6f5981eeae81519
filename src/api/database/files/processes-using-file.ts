import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

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
