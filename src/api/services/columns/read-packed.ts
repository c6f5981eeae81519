import { type Expression, sql } from 'kysely';
import { type Db, engineOf } from '#api/database/schema/engine.ts';

/**
 * Reads columns of a query, each into an array, as one row with a JSON array for each: several times faster than as many rows, and with
 * less garbage. Keeps the query's order.
 */
export async function readPacked<Row, Name extends keyof Row & string>(
  db: Db,
  query: Expression<Row>,
  names: readonly Name[],
): Promise<{ [Key in Name]: Row[Key][] }> {
  const collect = sql.raw(engineOf(db) === 'postgres' ? 'json_agg' : 'json_group_array');
  const columns = names.map((name) => sql`${collect}(${sql.ref(name)}) AS ${sql.ref(name)}`);
  const { rows } = await sql<Record<Name, unknown>>`SELECT ${sql.join(columns)} FROM (${query}) AS part`.execute(db);
  const values = names.map((name) => {
    const packed = rows[0]?.[name] ?? [];
    return [name, typeof packed === 'string' ? JSON.parse(packed) : packed];
  });
  return Object.fromEntries(values);
}
