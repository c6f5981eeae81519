import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createOwnerOnlyFile, restrictToOwner } from '#api/database/files/permissions.ts';

/**
 * Timeout for a lock that another process holds while a file is opened or checked, in milliseconds. Waiting blocks the event loop, so
 * queries of an open shop retry without it (`SqliteConnection`).
 */
export const OPEN_BUSY_TIMEOUT_MS = 5000;

/** Page cache per connection, in kilobytes. The operating system caches the rest of the file. */
const CACHE_KB = 4096;

/**
 * Opens an SQLite file for durable use by several processes: WAL, every commit synced to disk, foreign keys enforced unless `foreignKeys`
 * is false. Creates a missing file; makes it readable by its owner only.
 */
export function openSqliteFile(file: string, foreignKeys = true): DatabaseSync {
  if (existsSync(file)) restrictToOwner(file);
  else createOwnerOnlyFile(file);
  const database = new DatabaseSync(file, { timeout: OPEN_BUSY_TIMEOUT_MS, enableForeignKeyConstraints: foreignKeys });
  try {
    // Sorting millions of rows writes temporary files beyond the cache: in memory it took 200 MB and three times as long.
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${CACHE_KB}; PRAGMA temp_store = FILE`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
