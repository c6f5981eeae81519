import { accessSync, constants, statfsSync } from 'node:fs';

/** Databases of a whole run fit in this many bytes. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** A temporary folder in memory, where a commit need not wait for a disk; undefined where there is none with enough space. */
export function memoryFolder(folder = '/dev/shm'): string | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES ? folder : undefined;
  } catch {
    return undefined;
  }
}
