import { chmodSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive, readStartTicks } from '#api/database/files/process-alive.ts';

/** An in-use mark: identifies a process that uses a build. The pid alone is not enough, because pids are reused. */
interface Mark {
  pid: number;
  /** Start time in clock ticks since boot; empty if unknown. */
  started: string;
  /** Host name and process id namespace, within which `pid` is valid. */
  host: string;
  /** Boot id of the machine; empty if unknown. */
  boot: string;
}

/** Folder of the marks in a build, one file per process. */
const MARKS_FOLDER = 'running';

/** World-writable and sticky, like /tmp: the server often runs as another user than the build. */
const SHARED_MODE = 0o1777;

function readOrEmpty(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

const thisHost = (): string => `${hostname()} ${readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;
const thisBoot = (): string => readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'));

/** Whether the process of a mark may still be running. One on another machine cannot be checked and counts as running. */
function mayBeRunning(mark: Mark): boolean {
  if (mark.host !== thisHost()) return true;
  if (mark.boot !== thisBoot() || !isProcessAlive(mark.pid)) return false;
  const started = readStartTicks(mark.pid);
  return started === '' || mark.started === '' || started === mark.started;
}

/** Whether the process of a mark file may be running. Undefined if the file is gone; an unreadable mark counts as running. */
async function checkMark(file: string): Promise<boolean | undefined> {
  try {
    const mark = JSON.parse(await readFile(file, 'utf8')) as Mark;
    if (!Number.isInteger(mark.pid) || mark.pid < 1) return true;
    return mayBeRunning(mark);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : true;
  }
}

/** Whether a build is in use, as far as known. Removes stale marks. */
export async function isInUse(build: string): Promise<boolean> {
  const folder = join(build, MARKS_FOLDER);
  let inUse = false;
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
  for (const name of names) {
    const isRunning = await checkMark(join(folder, name));
    if (isRunning) inUse = true;
    else if (isRunning === false) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
  return inUse;
}

/** Creates the folder of marks in a new build. */
export function createMarksFolder(build: string): void {
  const folder = join(build, MARKS_FOLDER);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, SHARED_MODE);
}

/** Removes this process's mark from a build. Ignores errors: a stale mark is detected later. */
export function removeMark(build: string): void {
  try {
    rmSync(join(build, MARKS_FOLDER, String(process.pid)), { force: true });
  } catch {
    return;
  }
}

/**
 * Marks a build as in use until this process exits; returns a function that removes the mark. Returns false if the folder is not writable;
 * the server then runs without a mark.
 */
export function markInUse(build: string): (() => void) | false {
  const { pid } = process;
  const file = join(build, MARKS_FOLDER, String(pid));
  const release = (): void => {
    process.off('exit', release);
    removeMark(build);
  };
  try {
    const mark: Mark = { pid, started: readStartTicks(pid), host: thisHost(), boot: thisBoot() };
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(mark));
  } catch {
    return false;
  }
  process.once('exit', release);
  return release;
}
