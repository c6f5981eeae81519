import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { engineOf } from '#api/database/schema/engine.ts';

/**
 * Whether products have a lexeme. PostgreSQL reads the whole list of a GIN index for its first row, 12 ms for a word of 200,000 products; with
 * the limit it takes a random thousand of it. A false result is not certain: that thousand may have been deleted since.
 */
const postgresChanges = [
  `CREATE FUNCTION shop_finds_lexeme (query TSQUERY) RETURNS BOOLEAN STABLE STRICT LANGUAGE sql SET gin_fuzzy_search_limit = 1000 AS $$
    WITH hit AS MATERIALIZED (SELECT 1 FROM product_words WHERE shop_field_lexemes(words) @@ query)
    SELECT EXISTS (SELECT 1 FROM hit)
  $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'postgres') await runDdl(db, postgresChanges);
}
