import { sql } from 'kysely';
import { type Db, engineOf } from '#api/database/schema/engine.ts';

/**
 * Collects the planner's statistics of the catalogue after many changes: PostgreSQL does it by itself only a minute later. Does nothing on
 * SQLite. Without them queries are slower, so that a failure is ignored.
 */
export async function collectStatistics(db: Db): Promise<void> {
  if (engineOf(db) !== 'postgres') return;
  await sql`ANALYZE product, variant, sub_category, product_words`.execute(db).catch(() => undefined);
}
