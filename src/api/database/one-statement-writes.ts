import { type CompiledQuery, sql } from 'kysely';
import type { QueryHints } from './query-hints.ts';
import { engineOf, type Tx } from './schema/engine.ts';

/** A query builder that writes, such as an insert. */
export interface WriteQuery {
  compile: () => CompiledQuery;
}

/**
 * Runs writes that do not depend on each other: as one statement on PostgreSQL, where each round trip costs processor time on both sides,
 * and one after the other on SQLite. On PostgreSQL no write sees what another one changes.
 */
export async function writeTogether(tx: Tx, writes: readonly WriteQuery[], hints: QueryHints = {}): Promise<void> {
  if (engineOf(tx) !== 'postgres' || writes.length < 2) {
    for (const query of writes) await tx.executeQuery(query.compile());
    return;
  }
  const named = writes.slice(0, -1).map((query, i) => sql`${sql.raw(`write_${i}`)} AS (${query})`);
  const query = sql`WITH ${sql.join(named)} ${writes.at(-1)}`.compile(tx);
  await tx.executeQuery({ ...query, keepsPlan: true, ...hints });
}
