import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds of a clock tick of /proc. */
const TICK_MS = 10;

/** The fields of a process after its name: its parent is the second, its processor time the 12th and 13th, in ticks. */
const statOf = (pid: string): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

const sumTicks = (stat: readonly string[], first: number, last: number): number =>
  stat.slice(first, last + 1).reduce((sum, ticks) => sum + Number(ticks), 0);

/** Ticks of a child of `parent`; 0 for another process, and for one that has ended meanwhile. */
function ticksOfChild(pid: string, parent: string): number {
  try {
    const stat = statOf(pid);
    return stat[1] === parent ? sumTicks(stat, 11, 12) : 0;
  } catch {
    return 0;
  }
}

/** Processor time of a PostgreSQL server so far, in milliseconds (Linux only, else 0). `folder` has its data. */
export function readPostgresProcessorMs(folder: string): number {
  if (process.platform !== 'linux') return 0;
  const server = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // With the processes that it has waited for.
  const own = sumTicks(statOf(server), 11, 14);
  return children.reduce((ticks, pid) => ticks + ticksOfChild(pid, server), own) * TICK_MS;
}
