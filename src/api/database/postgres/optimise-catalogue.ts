import { sql } from 'kysely';
import { type Db, engineOf } from '#api/database/schema/engine.ts';

const statements = [
  sql`ANALYZE product, variant, product_fact, product_category, sub_category, product_words`,
  sql`SELECT gin_clean_pending_list('product_words_index')`,
];

/**
 * Collects the planner's statistics of the catalogue after many changes, and moves new entries of the search index from its pending list, up to
 * 4 MB that every search reads as a whole. PostgreSQL does both by itself only when it vacuums, a minute later or more. Does nothing on SQLite.
 * Without them queries are slower, so that a failure is ignored.
 */
export async function optimiseCatalogue(db: Db): Promise<void> {
  if (engineOf(db) !== 'postgres') return;
  for (const statement of statements) await statement.execute(db).catch(() => undefined);
}
