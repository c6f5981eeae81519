import { sql } from 'kysely';
import { engineOf, type Tx } from '../../src/api/database/schema/engine.ts';
import type { Tables } from '../../src/api/database/schema/tables.ts';

/** Rows in one statement: few enough that their JSON stays small. */
const BATCH_ROWS = 5000;

/** Inserts rows with the same columns, thousands in one statement: the database takes them out of one JSON parameter. */
export async function insertRows(tx: Tx, table: keyof Tables, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(`$.${column}`)}`));
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const json = JSON.stringify(rows.slice(from, from + BATCH_ROWS));
    const source =
      engineOf(tx) === 'postgres'
        ? sql`SELECT ${names} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${json}::jsonb)`
        : sql`SELECT ${values} FROM json_each(${json})`;
    await sql`INSERT INTO ${sql.table(table)} (${names}) ${source}`.execute(tx);
  }
}
