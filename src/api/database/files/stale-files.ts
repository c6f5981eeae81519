import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What no process names itself in is left alone for so long, in milliseconds: writing it takes seconds. */
const OLD_MS = 3_600_000;

/** Whether a process of this machine is there. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isOld = (path: string): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) > OLD_MS;

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Folders of restores (those of older versions name no process), marks of commands, and parts of snapshots. */
function leftInFolder(folder: string): string[] {
  return names(folder).flatMap((name) => {
    const path = join(folder, name);
    const pid = /^(?:restore-(\d+)-|command-(\d+)$)/.exec(name)?.slice(1).find(Boolean);
    if (pid) return isProcessAlive(Number(pid)) ? [] : [path];
    return /^restore-|^shop\.db\.before-.*\.part$/.test(name) && isOld(path) ? [path] : [];
  });
}

/** Pictures that were being written (`.name.uuid`). */
const leftInMedia = (folder: string): string[] =>
  names(folder)
    .filter((name) => /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name))
    .map((name) => join(folder, name))
    .filter(isOld);

/** Removes what killed commands left in a data folder. Nothing that a running process writes; what cannot be removed stays. */
export function removeStaleFiles(dataDir: string): void {
  for (const path of [...leftInFolder(dataDir), ...leftInMedia(join(dataDir, 'media'))]) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Another user's, or a read-only disk: it harms nobody.
    }
  }
}
