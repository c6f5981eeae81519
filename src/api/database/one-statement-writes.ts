import { sql } from 'kysely';
import { runPrepared } from './run-prepared.ts';
import { engineOf, type Tx } from './schema/engine.ts';

/** A query builder that writes, such as an insert. */
export interface WriteQuery {
  execute: () => Promise<unknown>;
}

/**
 * Runs writes that do not depend on each other: as one statement on PostgreSQL, where each round trip costs processor time on both sides,
 * and one after the other on SQLite. On PostgreSQL no write sees what another one changes.
 */
export async function writeTogether(tx: Tx, writes: readonly WriteQuery[]): Promise<void> {
  if (engineOf(tx) !== 'postgres' || writes.length < 2) {
    for (const query of writes) await query.execute();
    return;
  }
  const named = writes.slice(0, -1).map((query, i) => sql`${sql.raw(`write_${i}`)} AS (${query})`);
  await runPrepared(tx, sql`WITH ${sql.join(named)} ${writes.at(-1)}`.compile(tx));
}
