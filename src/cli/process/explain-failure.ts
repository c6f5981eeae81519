import { isOutOfSpace, primarySqliteCode, sqliteCodes } from '#api/database/errors/engine-errors.ts';
import { StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';

/** The message of an error, with what to do about a full disk and a damaged database. */
export function explainFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CommandFailed || error instanceof UsageError || error instanceof StoreUnavailable) return message;
  if (isOutOfSpace(error)) return `${message}. The disk is full: free some space and run the command again`;
  const code = primarySqliteCode(error);
  if (code === sqliteCodes.corrupt || code === sqliteCodes.notadb)
    return `${message}. The database is damaged: restore a backup with npm run store -- restore FILE`;
  return message;
}
