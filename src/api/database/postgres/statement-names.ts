/** Statements that a connection keeps prepared, at most; each takes up to some 100 KB of the server's memory. */
const MAX_STATEMENTS = 100;

/** The names of the statements to keep prepared, by their text. */
const names = new Map<string, string>();
let count = 0;

/** The name of a statement to keep prepared; undefined for others. */
export const statementName = (text: string): string | undefined => names.get(text);

/** Gives a statement a name, unless too many have one: the others are planned each time. */
export function keepPrepared(text: string): void {
  if (!names.has(text) && names.size < MAX_STATEMENTS) names.set(text, `statement_${count++}`);
}

/** Gives a statement another name: a connection cannot prepare it again under the same one. */
export function renameStatement(text: string, outdated: string): void {
  if (names.get(text) === outdated) names.set(text, `statement_${count++}`);
}
