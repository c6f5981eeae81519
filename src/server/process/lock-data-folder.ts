import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteBusy } from '#api/database/errors/engine-errors.ts';
import { StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { ensureDataFolder, serverLockFile } from '#api/database/files/data-folder.ts';
import { restrictToOwner } from '#api/database/files/permissions.ts';

/**
 * Locks a data folder for this server until its process ends, by SQLite's lock of an empty file: the system releases it also when the process
 * is killed. Throws `StoreUnavailable` while another server has it. A folder that cannot be written to is not locked: opening its database
 * explains that.
 */
export function lockDataFolder(dataDir: string): void {
  ensureDataFolder(dataDir);
  const file = serverLockFile(dataDir);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    restrictToOwner(file);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (!isSqliteBusy(error)) return;
    throw new StoreUnavailable(
      `Another shop is running with the data folder ${resolve(dataDir)}`,
      'Stop it first, or set DATA_DIR to another folder',
      { cause: error },
    );
  }
  // Also keeps the connection from being collected, which would release the lock.
  process.once('exit', () => lock.close());
}
