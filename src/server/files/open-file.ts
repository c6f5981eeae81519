import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A file opened for reading. The caller must close the handle. */
export interface OpenFile {
  handle: FileHandle;
  stats: Stats;
}

/** Error codes for a path that is not a file. */
const notFoundCodes: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'ENXIO',
  'ERR_INVALID_ARG_VALUE',
]);

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | undefined)?.code;

/** Whether the process or the system has run out of file descriptors. */
export const isOutOfDescriptors = (error: unknown): boolean => codeOf(error) === 'EMFILE' || codeOf(error) === 'ENFILE';

/**
 * Opens a regular file; undefined if there is none at `path`. Size and time are read from the open handle, so that they match the content
 * even if the file is replaced meanwhile. Throws other system errors, such as EMFILE.
 */
export async function openFile(path: string): Promise<OpenFile | undefined> {
  let handle: FileHandle;
  try {
    // Without O_NONBLOCK, opening a named pipe would block a thread until something writes to it.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (notFoundCodes.has(codeOf(error))) return undefined;
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
