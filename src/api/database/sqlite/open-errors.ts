import { dirname } from 'node:path';
import { reasonOf, StoreUnavailable } from '#api/database/errors/store-unavailable.ts';

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const code = { perm: 3, busy: 5, locked: 6, readonly: 8, ioerr: 10, corrupt: 11, full: 13, cantopen: 14, notadb: 26 };

/** What the file system says before SQLite has opened the file, as SQLite would say it. */
const ofFileSystem: Readonly<Record<string, number>> = {
  EACCES: code.perm,
  EPERM: code.perm,
  EROFS: code.readonly,
  ENOSPC: code.full,
};

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  return ofFileSystem[(error as NodeJS.ErrnoException).code ?? ''];
}

/**
 * What an error on opening the SQLite database in `file` means for the owner: a `ShopUnavailable` that says what to do, or the error
 * itself where it is not about the file.
 */
export function explainSqliteError(error: unknown, file: string): unknown {
  const unavailable = (finding: string, fix: string): StoreUnavailable =>
    new StoreUnavailable(`${finding} (${reasonOf(error)})`, fix, { cause: error });
  switch (primaryCode(error)) {
    case code.corrupt:
    case code.notadb:
      return unavailable('The database cannot be read', `${file} is damaged. Restore a backup: npm run store -- restore FILE`);
    case code.readonly:
    case code.cantopen:
    case code.perm:
      return unavailable(
        `The database ${file} cannot be opened for writing`,
        `Give the user that runs the shop the right to write to ${dirname(file)} and the files in it, or name another folder with DATA_DIR`,
      );
    case code.full:
      return unavailable('The database cannot be written', `The disk with ${file} is full: free some space and start again`);
    case code.ioerr:
      return unavailable('The database cannot be read from the disk', `See whether the disk with ${file} is full or failing`);
    case code.busy:
    case code.locked:
      return unavailable('Another program has locked the database', 'Wait until it is done, or end it, and start again');
  }
  return error;
}
