/** The shop cannot be opened, for a reason outside this program: `finding` says what is wrong, `fix` what to do. */
export class StoreUnavailable extends Error {
  readonly problem: string;
  readonly fix: string;

  constructor(finding: string, fix: string, options?: ErrorOptions) {
    super(`${finding}. ${fix}`, options);
    this.problem = finding;
    this.fix = fix;
  }
}

/** Why something failed, in one line. A host with several addresses fails once for each of them, and its error says nothing itself. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
