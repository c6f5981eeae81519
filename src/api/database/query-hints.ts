/** Properties of a compiled query that tell PostgreSQL's driver how to run it. SQLite ignores them. */
export interface QueryHints {
  /** Keeps the statement prepared on the connection: for frequent statements with few different texts, without `*`. */
  keepsPlan?: boolean;
  /** Has no result, and the commit follows at once: it is sent without waiting, and throws the statement's error. */
  isLast?: boolean;
}
