import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureDataFolder } from '#api/database/files/data-folder.ts';

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
