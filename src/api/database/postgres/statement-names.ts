import { isPostgresError } from '#api/database/errors/postgres-codes.ts';

/** Statements that a connection keeps prepared, at most; each takes up to some 100 KB of the server's memory. */
const MAX_STATEMENTS = 100;

/** The names of prepared statements by their text, the same on all connections of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #next = 0;

  /** The name of a statement; undefined when too many have one. */
  get(text: string): string | undefined {
    const name = this.#names.get(text);
    return name === undefined && this.#names.size < MAX_STATEMENTS ? this.#add(text) : name;
  }

  #add(text: string): string {
    const name = `statement_${this.#next++}`;
    this.#names.set(text, name);
    return name;
  }

  /**
   * Gives a statement another name if it failed because a migration has changed the type of a column that it returns: a connection cannot
   * prepare it again under the same name. Returns whether it did, then the statement can be repeated, in a new transaction if it was in one.
   */
  renameIfOutdated(text: string, name: string, error: unknown): boolean {
    if (!isPostgresError(error, 'planOutdated')) return false;
    if (this.#names.get(text) === name) this.#add(text);
    return true;
  }
}
