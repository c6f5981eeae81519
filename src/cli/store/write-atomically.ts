import { mkdtempSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureDataFolder } from '#api/database/files/data-folder.ts';

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

/** Runs `work` with a temporary folder in the data folder, which removeStaleFiles() deletes if the command is killed. */
export async function withTemporaryFolder<Result>(dataDir: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  ensureDataFolder(dataDir);
  const folder = mkdtempSync(join(resolve(dataDir), `transfer-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
