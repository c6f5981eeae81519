/** SQLite's primary result codes (sqlite.org/rescode.html). */
export const sqliteCodes = {
  error: 1,
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
} as const;

/** The extended result code of an error that node:sqlite threw; undefined for any other error. */
export function extendedSqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** The primary result code (the low byte) of an error that node:sqlite threw; undefined for any other error. */
export function primarySqliteCode(error: unknown): number | undefined {
  const code = extendedSqliteCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** Whether another connection holds the lock. */
export function isSqliteBusy(error: unknown): boolean {
  const code = primarySqliteCode(error);
  return code === sqliteCodes.busy || code === sqliteCodes.locked;
}

const postgresCodes = {
  uniqueViolation: '23505',
  readOnlyTransaction: '25006',
  serialisationFailure: '40001',
  deadlockDetected: '40P01',
  diskFull: '53100',
  lockNotAvailable: '55P03',
} as const;

/** Whether PostgreSQL reported one of these errors. Recognised by its fields, so that the driver is loaded only where it is used. */
export const isPostgresError = (error: unknown, ...names: (keyof typeof postgresCodes)[]): boolean =>
  error instanceof Error && 'severity' in error && 'code' in error && names.some((name) => postgresCodes[name] === error.code);

/** Retry-After when the database server does not respond, in seconds. */
export const CONNECTION_RETRY_AFTER_S = 5;

/**
 * Errors of a connection's network, and PostgreSQL's of a server that is stopping, starting or crashed (SQLSTATE 57P01–57P03, class 08), or whose
 * database is missing while a backup replaces it (3D000).
 */
const connectionCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|3D000|57P0[123]|08\w{3})$/;

/** Errors of pg and pg-pool without a code. */
const connectionMessages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/**
 * Whether an operation failed because the database server could not be reached or closed the connection. It may succeed later. `syscall` or
 * `severity` tells such an error from one of a file. Also looks into the causes of an error.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isOfConnection = 'severity' in error || /^(?:connect|read|write|getaddrinfo)$/.test(syscall ?? '');
  return (
    (isOfConnection && connectionCodes.test(code ?? '')) ||
    connectionMessages.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isConnectionLost)) ||
    isConnectionLost(error.cause)
  );
}

/** Codes for an unreadable file: missing tables (generic error), truncated file (I/O error), corrupt, not a database. */
const corruptionCodes: ReadonlySet<unknown> = new Set([
  sqliteCodes.error,
  sqliteCodes.ioerr,
  sqliteCodes.corrupt,
  sqliteCodes.notadb,
]);

/** Whether an error means that a database file is corrupt, rather than busy, read-only or out of space. */
export const isCorruptionError = (error: unknown): boolean => corruptionCodes.has(primarySqliteCode(error));

/** Runs `work`; falls back to `fallback` when the database turns out to be corrupt. */
export function withCorruptionFallback<Result>(work: () => Result, fallback: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    return fallback();
  }
}

/** A transaction waited too long for a lock that another process holds. */
export class LockTimeout extends Error {
  constructor() {
    super('Another program has been writing to the database for too long. Try again when it has finished.');
  }
}

/** pg-pool's error when every connection is taken; it has no code. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';

/**
 * Whether an operation failed, after all retries, only because others held a lock or every connection for too long. The same operation
 * may succeed later. Also looks into the causes of an error.
 */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof LockTimeout ||
    isSqliteBusy(error) ||
    isPostgresError(error, 'lockNotAvailable', 'serialisationFailure', 'deadlockDetected') ||
    error.message === POOL_TIMEOUT ||
    isLockTimeout(error.cause)
  );
}

/** Retry-After while the disk is full, in seconds: the owner has to free space first. */
export const DISK_FULL_RETRY_AFTER_S = 60;

/** Error codes of the file system: no space left, disk quota exceeded. */
const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** SQLite's extended code of a failed write, for example at a disk quota. */
const IOERR_WRITE = 778;

const isSqliteFull = (error: unknown): boolean =>
  primarySqliteCode(error) === sqliteCodes.full || extendedSqliteCode(error) === IOERR_WRITE;

/** Whether a write failed because the disk is full, on either engine or in the file system. Also looks into the causes of an error. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    isPostgresError(error, 'diskFull') ||
    isSqliteFull(error) ||
    ('code' in error && systemCodes.has(error.code)) ||
    isOutOfSpace(error.cause)
  );
}

/** Whether a write failed because the database is read-only: a disk remounted after an error, or a PostgreSQL standby server. */
export const isReadOnly = (error: unknown): boolean =>
  primarySqliteCode(error) === sqliteCodes.readonly || isPostgresError(error, 'readOnlyTransaction');

/** Why a server cannot be reached: its name is unknown, it does not respond, or its certificate is not trusted. */
type NetworkProblem = 'unknownHost' | 'noReply' | 'badCertificate';

const problems: Readonly<Record<string, NetworkProblem>> = {
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  ETIMEDOUT: 'noReply',
  EHOSTUNREACH: 'noReply',
  ENETUNREACH: 'noReply',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'badCertificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'badCertificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'badCertificate',
};

/** Assigns advice to the codes of Node's network errors, by problem. */
export const byNetworkCode = <Advice>(advice: Readonly<Record<NetworkProblem, Advice>>): Record<string, Advice> =>
  Object.fromEntries(Object.entries(problems).map(([code, problem]) => [code, advice[problem]]));
