import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const OWNER_ONLY = 0o600;

/**
 * Replaces a file as a whole by what `write` writes, readable by its owner only, once it is on the disk. A process that is killed meanwhile
 * leaves a temporary file, which removeStaleFiles() deletes.
 */
export async function replaceFileAtomically(path: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx', OWNER_ONLY);
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
