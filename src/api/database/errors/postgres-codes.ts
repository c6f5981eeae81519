/** PostgreSQL's error codes (SQLSTATE). */
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
