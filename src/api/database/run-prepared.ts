import type { CompiledQuery } from 'kysely';
import { keepPrepared } from './postgres/statement-names.ts';
import { type Db, engineOf } from './schema/engine.ts';

/**
 * Runs a frequent statement, which PostgreSQL's connections keep prepared with its plan. For statements that find their rows by keys and have
 * few different texts. It must not select `*`, because another server may add a column meanwhile.
 */
export async function runPrepared<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  if (engineOf(db) === 'postgres') keepPrepared(query.sql);
  return (await db.executeQuery(query)).rows;
}
