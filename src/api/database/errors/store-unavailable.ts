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
