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
