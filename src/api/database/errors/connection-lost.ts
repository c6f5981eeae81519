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
