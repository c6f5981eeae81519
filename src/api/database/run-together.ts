import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { QueryHints } from './query-hints.ts';
import { type Db, engineOf } from './schema/engine.ts';

type RowsOf<Queries extends readonly CompiledQuery[]> = {
  -readonly [i in keyof Queries]: Queries[i] extends CompiledQuery<infer Row> ? Row[] : never;
};

const keepPlan = (query: CompiledQuery): CompiledQuery & QueryHints => ({ ...query, keepsPlan: true });

async function runPipelined(connection: DatabaseConnection, queries: readonly CompiledQuery[]): Promise<unknown[][]> {
  const answers = await Promise.allSettled(queries.map((query) => connection.executeQuery(keepPlan(query))));
  // The first failure aborts the transaction; the others only say so.
  const failure = answers.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []));
}

/**
 * Runs frequent statements, in their order; none may depend on the result of another. Returns the rows of each. On PostgreSQL they take one
 * round trip, and connections keep them prepared; they must not select `*`, because another server may add a column meanwhile.
 */
export async function runTogether<const Queries extends readonly CompiledQuery[]>(
  db: Db,
  queries: Queries,
): Promise<RowsOf<Queries>> {
  if (engineOf(db) === 'postgres') {
    const rows = await db.getExecutor().provideConnection((connection) => runPipelined(connection, queries));
    return rows as RowsOf<Queries>;
  }
  const rows: unknown[][] = [];
  for (const query of queries) rows.push((await db.executeQuery(query)).rows);
  return rows as RowsOf<Queries>;
}
