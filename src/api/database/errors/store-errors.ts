/** The store cannot be opened for a reason outside this program: `problem` says what is wrong, `fix` what to do. */
export class StoreUnavailable extends Error {
  readonly problem: string;
  readonly fix: string;

  constructor(problem: string, fix: string, options?: ErrorOptions) {
    super(`${problem}. ${fix}`, options);
    this.problem = problem;
    this.fix = fix;
  }
}

/** The first line of an error's message. A failed connection to a host with several addresses is an AggregateError without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/** A migration failed. All migrations of an upgrade are one transaction, so the database is as before. */
export class MigrationFailed extends Error {
  static readonly fix =
    'Nothing was changed, so the version of the shop from before still works with this database. Send this line to the developer of the shop';

  constructor(name: string, cause: unknown) {
    super(`migration ${name}: ${reasonOf(cause)}`, { cause });
  }
}
