import { accessSync, constants, statfsSync } from 'node:fs';

/** Enough space for the databases and shops of a whole run, which take half of it, in bytes. */
const ENOUGH_BYTES = 1.5 * 1024 ** 3;

/** Creates a temporary folder in memory, where a commit need not wait for a disk; undefined without enough space. */
export function memoryFolder(folder = '/dev/shm'): string | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES ? folder : undefined;
  } catch {
    return undefined;
  }
}
