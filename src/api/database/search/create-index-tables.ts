import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { engineOf } from '#api/database/schema/engine.ts';

// Part of the first migration, which is released: a change is a new migration.

/** Splits and stems words on SQLite. Keys of words are made with it too: a migration that changes it must change both. */
export const sqliteTokenizer = `"porter unicode61 remove_diacritics 2 categories 'L* M* N* Co'"`;

/**
 * Full-text index of the products on sale, contentless because `product` holds the text already. `product_term` lists the terms, for
 * spelling correction.
 */
const sqliteWords = [
  `CREATE VIRTUAL TABLE product_words USING fts5 (
    name, brand, category, keywords, description,
    content = '', contentless_delete = 1, prefix = '2 3',
    tokenize = ${sqliteTokenizer}
  )`,
  "CREATE VIRTUAL TABLE product_term USING fts5vocab (product_words, 'col')",
];

/** The same on PostgreSQL; its dictionary stems like FTS5 and has no stop words. */
const postgresWords = [
  'CREATE TEXT SEARCH DICTIONARY shop_stem (TEMPLATE = snowball, LANGUAGE = english)',
  'CREATE TEXT SEARCH CONFIGURATION shop_words (COPY = pg_catalog.simple)',
  'ALTER TEXT SEARCH CONFIGURATION shop_words ALTER MAPPING REPLACE simple WITH shop_stem',
  `CREATE TABLE product_words (
    product_id BIGINT PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
    words TSVECTOR NOT NULL
  )`,
  'CREATE INDEX product_words_index ON product_words USING gin (words)',
];

/** Creates the tables of the full-text index of a new database. Expects the product table. */
export const createIndexTables = (db: Kysely<unknown>): Promise<void> =>
  runDdl(db, engineOf(db) === 'postgres' ? postgresWords : sqliteWords);
