import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { engineOf } from '#api/database/schema/engine.ts';

/**
 * PostgreSQL reads a row of `product_words` for each product that a search matches, so that rows have to be short and matches near one another.
 * The words are stored out of line. TOAST does that in rows of more than 2 kB only, for which reason there is a column of spaces, which compress
 * to 30 bytes. The GIN index has each lexeme with the letter of its field (a: name, b: category and brand, c: keywords and description), so that it
 * finds what matches in a field without the row.
 */
const postgresChanges = [
  `CREATE FUNCTION shop_field_lexemes (words TSVECTOR) RETURNS TSVECTOR IMMUTABLE STRICT PARALLEL SAFE COST 200 LANGUAGE plpgsql AS $$
    BEGIN
      RETURN (replace(' ' || strip(ts_filter(words, '{a}'))::text, ' ''', ' ''a')
        || replace(' ' || strip(ts_filter(words, '{b}'))::text, ' ''', ' ''b')
        || replace(' ' || strip(ts_filter(words, '{c,d}'))::text, ' ''', ' ''c'))::tsvector;
    END
  $$`,
  // A server of the version before, which may still be running, waits, and then uses the new table without its index.
  'LOCK TABLE product_words IN EXCLUSIVE MODE',
  `CREATE TABLE narrow_words (
    product_id BIGINT CONSTRAINT product_words_key PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
    words TSVECTOR NOT NULL,
    padding TEXT NOT NULL DEFAULT repeat(' ', 2100)
  ) WITH (toast_tuple_target = 128)`,
  'ALTER TABLE narrow_words ALTER COLUMN words SET STORAGE EXTERNAL',
  `INSERT INTO narrow_words (product_id, words) SELECT product_id, words FROM product_words
    JOIN product ON product.id = product_id ORDER BY sub_category_id, name, product_id`,
  'DROP TABLE product_words',
  'ALTER TABLE narrow_words RENAME TO product_words',
  'CREATE INDEX product_words_index ON product_words USING gin (shop_field_lexemes(words))',
  // Without statistics the planner expects few matches and uses the index also for words that most products have.
  'ALTER INDEX product_words_index ALTER COLUMN 1 SET STATISTICS 0',
  'ANALYZE product_words',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'postgres') await runDdl(db, postgresChanges);
}
