import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes to a temporary file and renames it, so that a failed export leaves no partial file. Overwrites the temporary file of an
 * interrupted export.
 */
export async function writeAtomically(
  file: string,
  work: (write: (part: string | Uint8Array) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const temporary = `${file}.unfinished`;
  // Readable by the owner only: the file contains stock, sellers or customers.
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await work((part) => handle.appendFile(part));
    await handle.close();
    await rename(temporary, file);
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
}
