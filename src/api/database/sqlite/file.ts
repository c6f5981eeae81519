import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createOwnerOnlyFile, restrictToOwner } from '#api/database/files/permissions.ts';

/** How long a statement waits for a lock that another process holds for a moment, in milliseconds. Waiting stops the whole process. */
export const BUSY_TIMEOUT_MS = 5000;

/** How much of the file each connection keeps in memory, in kilobytes. */
const CACHE_KB = 32_768;

/**
 * Opens an SQLite file for durable work by several processes: WAL, every commit synced to disk, foreign keys held unless `foreignKeys` is
 * false. SQLite's own defaults wait for nobody and hold no foreign keys. The file, made when missing, is readable by its owner alone.
 */
export function openSqliteFile(file: string, foreignKeys = true): DatabaseSync {
  if (existsSync(file)) restrictToOwner(file);
  else createOwnerOnlyFile(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: foreignKeys });
  try {
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${CACHE_KB}; PRAGMA temp_store = MEMORY`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
