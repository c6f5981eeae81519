import { openSqliteFile } from './sqlite-file.ts';

export interface RevisionReader {
  /** The catalogue's revision as last committed by any process; a few microseconds. */
  read: () => number;
  close: () => void;
}

/** Reads the catalogue's revision beside the writing connection, so that it never waits for a transaction under way. */
export function openRevisionReader(file: string): RevisionReader {
  const database = openSqliteFile(file);
  const statement = database.prepare('SELECT revision FROM catalogue_revision WHERE id = 1');
  return { read: () => Number(statement.get()?.['revision'] ?? 0), close: () => database.close() };
}
