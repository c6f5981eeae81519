import { isPostgresError } from './postgres-codes.ts';
import { primarySqliteCode, sqliteCodes } from './sqlite-codes.ts';

/** Whether a write failed because the database is read-only: a disk remounted after an error, or a PostgreSQL standby server. */
export const isReadOnly = (error: unknown): boolean =>
  primarySqliteCode(error) === sqliteCodes.readonly || isPostgresError(error, 'readOnlyTransaction');
