import { dirname } from 'node:path';
import { primarySqliteCode, sqliteCodes } from '#api/database/errors/engine-errors.ts';
import { MigrationFailed, reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';

/** Error codes of the file system, raised before SQLite opens the file, as SQLite's codes. */
const systemCodes: Readonly<Record<string, number>> = {
  EACCES: sqliteCodes.perm,
  EPERM: sqliteCodes.perm,
  EROFS: sqliteCodes.readonly,
  ENOSPC: sqliteCodes.full,
};

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  return primarySqliteCode(error) ?? systemCodes[(error as NodeJS.ErrnoException).code ?? ''];
}

/**
 * Explains an error on opening the SQLite database in `file`: returns a `StoreUnavailable` that tells the owner what to do, or the error
 * itself if it is not about the file.
 */
export function explainSqliteError(error: unknown, file: string): unknown {
  const unavailable = (problem: string, fix: string): StoreUnavailable =>
    new StoreUnavailable(`${problem} (${reasonOf(error)})`, fix, { cause: error });
  const failed = error instanceof MigrationFailed ? error : undefined;
  switch (codeOf(failed ? failed.cause : error)) {
    case sqliteCodes.corrupt:
    case sqliteCodes.notadb:
      return unavailable('The database cannot be read', `${file} is damaged. Restore a backup: npm run store -- restore FILE`);
    case sqliteCodes.readonly:
    case sqliteCodes.cantopen:
    case sqliteCodes.perm:
      return unavailable(
        `The database ${file} cannot be opened for writing`,
        `Give the user that runs the shop write access to ${dirname(file)} and the files in it, or set DATA_DIR to another folder`,
      );
    case sqliteCodes.full:
      return unavailable('The database cannot be written to', `The disk with ${file} is full: free some space and start again`);
    case sqliteCodes.ioerr:
      return unavailable('The database cannot be read from the disk', `Check whether the disk with ${file} is full or failing`);
    case sqliteCodes.busy:
    case sqliteCodes.locked:
      return unavailable('Another program has locked the database', 'Wait until it has finished, or stop it, and start again');
  }
  return failed ? unavailable('The database cannot be upgraded', MigrationFailed.fix) : error;
}
