import { DatabaseSync } from 'node:sqlite';

/** Page cache in kilobytes; larger contents spill to a file. */
const CACHE_KB = 8192;

/**
 * Opens an empty temporary database for intermediate results that may not fit into memory. SQLite unlinks its file while it is open, so
 * a crash leaves nothing behind.
 */
export function openTemporaryDatabase(): DatabaseSync {
  const database = new DatabaseSync('');
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KB}`);
  return database;
}
