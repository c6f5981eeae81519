/** The shop cannot be opened, for a reason outside this program: `finding` says what is wrong, `mend` what to do. */
export class ShopUnavailable extends Error {
  readonly finding: string;
  readonly mend: string;

  constructor(finding: string, mend: string, options?: ErrorOptions) {
    super(`${finding}. ${mend}`, options);
    this.finding = finding;
    this.mend = mend;
  }
}

/** Why something failed, in one line. A host with several addresses fails once for each of them, and its error says nothing itself. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
