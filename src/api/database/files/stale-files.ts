import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '#lib/rules/durations.ts';
import { mediaFolder, pictureCacheFolder } from './data-folder.ts';
import { isProcessAlive } from './process-alive.ts';

/** Age from which a file without a process id in its name is stale, in milliseconds; writing one takes seconds. */
const STALE_AFTER_MS = HOUR_MS;

const isOld = (path: string): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) > STALE_AFTER_MS;

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Folders of restores and transfers (those of older versions have no process id in their names), pid files of commands, and partial snapshots. */
function staleInFolder(folder: string): string[] {
  return listNames(folder).flatMap((name) => {
    const path = join(folder, name);
    const pid = /^(?:(?:restore|transfer)-(\d+)-|command-(\d+)$)/.exec(name)?.slice(1).find(Boolean);
    if (pid) return isProcessAlive(Number(pid)) ? [] : [path];
    return /^restore-|^shop\.db\.before-.*\.part$/.test(name) && isOld(path) ? [path] : [];
  });
}

/** Partially written pictures, columns and other files (`.name.uuid`). */
const partialFiles = (folder: string): string[] =>
  listNames(folder)
    .filter((name) => /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name))
    .map((name) => join(folder, name))
    .filter(isOld);

/** Removes files that killed commands left in a data folder. Skips what a running process writes and what cannot be removed. */
export function removeStaleFiles(dataDir: string): void {
  const folders = [dataDir, mediaFolder(dataDir), pictureCacheFolder(dataDir), join(dataDir, 'backups')];
  for (const path of [...staleInFolder(dataDir), ...folders.flatMap(partialFiles)]) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Owned by another user, or on a read-only disk; a stale file does no harm.
    }
  }
}
