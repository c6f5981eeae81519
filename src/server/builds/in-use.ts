import { chmodSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A process that uses a build. Its id alone may belong to another process later. */
interface User {
  pid: number;
  /** When it started, in clock ticks since the machine did; empty where the system does not say. */
  started: string;
  /** The machine and its namespace of process ids: ids of another one mean nothing here. */
  host: string;
  /** One run of the machine; empty where the system does not say. */
  boot: string;
}

/** Marks lie here, one file for each process. */
const FOLDER = 'running';

/** Every user may add a mark, and only remove their own: the server often runs as another user than the build. */
const SHARED_MODE = 0o1777;

function readOrEmpty(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

/** The 22nd field of /proc/<pid>/stat; those before it end with the last bracket, as a program's name may hold anything. */
const startOf = (pid: number): string =>
  readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'latin1').split(')').at(-1)?.trim().split(' ')[19] ?? '');

const thisHost = (): string => `${hostname()} ${readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;
const thisBoot = (): string => readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'));

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Whether the process of a mark may still run. One on another machine cannot be judged and counts as running. */
function mayRun(user: User): boolean {
  if (user.host !== thisHost()) return true;
  if (user.boot !== thisBoot() || !exists(user.pid)) return false;
  const started = startOf(user.pid);
  return started === '' || user.started === '' || started === user.started;
}

/** Reads a mark. Undefined when it has gone since; a mark that cannot be read counts as one of a running process. */
async function readMark(file: string): Promise<boolean | undefined> {
  try {
    const { pid, started, host, boot } = JSON.parse(await readFile(file, 'utf8')) as User;
    if (!Number.isInteger(pid) || pid < 1) return true;
    return mayRun({ pid, started, host, boot });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : true;
  }
}

/** Whether a process uses a build, as far as can be known. Removes the marks of processes that have ended. */
export async function isInUse(build: string): Promise<boolean> {
  const folder = join(build, FOLDER);
  let used = false;
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
  for (const name of names) {
    const running = await readMark(join(folder, name));
    if (running) used = true;
    else if (running === false) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
  return used;
}

/** Makes the folder of marks in a new build. */
export function createMarksFolder(build: string): void {
  const folder = join(build, FOLDER);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, SHARED_MODE);
}

/** Takes this process's mark off a build. One that stays behind is recognised by its process, which will have ended. */
export function removeMark(build: string): void {
  try {
    rmSync(join(build, FOLDER, String(process.pid)), { force: true });
  } catch {
    return;
  }
}

/**
 * Marks a build as used by this process until it ends; returns how to take the mark away earlier. False where nothing can be written:
 * whoever cannot write there cannot remove the build either, and the shop runs on without a mark.
 */
export function markInUse(build: string): (() => void) | false {
  const { pid } = process;
  const file = join(build, FOLDER, String(pid));
  const release = (): void => {
    process.off('exit', release);
    removeMark(build);
  };
  try {
    const user: User = { pid, started: startOf(pid), host: thisHost(), boot: thisBoot() };
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(user));
  } catch {
    return false;
  }
  process.once('exit', release);
  return release;
}
