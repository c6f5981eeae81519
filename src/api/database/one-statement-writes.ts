import { type Compilable, CompiledQuery } from 'kysely';
import { engineOf, type Tx } from './schema/engine.ts';

/** A query that writes, such as an insert. */
export type WriteQuery = Compilable<unknown>;

/** Joins writes as common table expressions. A query builder never writes `$1` into a literal. */
function joinTexts(writes: readonly CompiledQuery<unknown>[]): string {
  let shift = 0;
  const texts = writes.map(({ sql, parameters }) => {
    const by = shift;
    shift += parameters.length;
    return sql.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + by}`);
  });
  const before = texts.slice(0, -1).map((text, i) => `write_${i} AS (${text})`);
  return `WITH ${before.join(', ')} ${texts.at(-1)}`;
}

/**
 * Runs writes that do not depend on each other: as one statement on PostgreSQL, where each round trip costs processor time on both sides,
 * and one after the other on SQLite. On PostgreSQL no write sees what another one changes.
 */
export async function writeTogether(tx: Tx, writes: readonly WriteQuery[]): Promise<void> {
  const compiled = writes.map((query) => query.compile());
  if (engineOf(tx) !== 'postgres' || compiled.length < 2) {
    for (const query of compiled) await tx.executeQuery(query);
    return;
  }
  const parameters = compiled.flatMap((query) => query.parameters);
  await tx.executeQuery(CompiledQuery.raw(joinTexts(compiled), parameters));
}
