import { sql } from 'kysely';
import { engineOf, type Tx } from './schema/engine.ts';

/** A query builder that writes, such as an insert. */
interface WriteQuery<Row = unknown> {
  execute: () => Promise<Row[]>;
}

/**
 * Runs writes that do not depend on each other: as one statement on PostgreSQL, where each round trip costs processor time on both sides,
 * and one after the other on SQLite. Returns the rows of the last one. On PostgreSQL no write sees what another one changes.
 */
export async function writeTogether<Row>(tx: Tx, writes: readonly WriteQuery[], last: WriteQuery<Row>): Promise<Row[]> {
  if (engineOf(tx) !== 'postgres' || writes.length === 0) {
    for (const query of writes) await query.execute();
    return last.execute();
  }
  const named = writes.map((query, i) => sql`${sql.raw(`write_${i}`)} AS (${query})`);
  return (await sql<Row>`WITH ${sql.join(named)} ${last}`.execute(tx)).rows;
}
