import { DatabaseSync } from 'node:sqlite';

/** How much of it stays in memory, in kilobytes; the rest goes to a file. */
const CACHE_KB = 8192;

/**
 * Opens an empty database for intermediate results that may not fit into memory. Its file has no name (SQLite removes it while it is
 * open), so that nothing is left behind however the process ends.
 */
export function openTemporaryDatabase(): DatabaseSync {
  const database = new DatabaseSync('');
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KB}`);
  return database;
}
