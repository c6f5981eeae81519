import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A file that is open for reading; whoever gets it must close the handle. */
export interface OpenFile {
  handle: FileHandle;
  stats: Stats;
}

/** What the system says of a path at which there is no file. */
const notThere: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'ENXIO',
  'ERR_INVALID_ARG_VALUE',
]);

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | undefined)?.code;

/** Whether the process or the system has no file descriptor left. */
export const isOutOfDescriptors = (error: unknown): boolean => codeOf(error) === 'EMFILE' || codeOf(error) === 'ENFILE';

/**
 * Opens a regular file; undefined when there is none at `path`. Its size and time are read from the open file, so they belong to the
 * content even if the path is replaced meanwhile. Throws the system's error, EMFILE among them.
 */
export async function openFile(path: string): Promise<OpenFile | undefined> {
  let handle: FileHandle;
  try {
    // Without O_NONBLOCK, opening a pipe would block a thread until somebody writes to it.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (notThere.has(codeOf(error))) return undefined;
    throw error;
  }
  try {
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}
