import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { sqliteFieldWeights } from './field-weights.ts';
import type { FullTextIndex, IndexedProduct, IndexTerm } from './index-interface.ts';
import { expression, prefix, quote, scoredPrefix, tierExpressions } from './sqlite-query.ts';

/** Full-text index on SQLite's FTS5. */

async function matches(db: Db, query: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM product_words WHERE product_words MATCH ${query} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** How long a query for terms may block the process, in milliseconds. */
const MAX_BATCH_MS = 20;
const MAX_BATCH_SIZE = 4096;

/** Lists the terms in batches, between which other work runs: a term of a million products takes up to 100 ms. */
async function listTerms(db: Db): Promise<IndexTerm[]> {
  const terms: IndexTerm[] = [];
  let last = '';
  for (let size = 4; ; ) {
    const startedAt = performance.now();
    const { rows } = await sql<IndexTerm>`SELECT term, sum(doc) AS products FROM product_term
      WHERE col <> 'description' AND term > ${last} GROUP BY term ORDER BY term LIMIT ${size}`.execute(db);
    terms.push(...rows);
    if (rows.length < size) return terms;
    last = rows.at(-1)?.term ?? '';
    const isSlow = performance.now() - startedAt > MAX_BATCH_MS;
    size = isSlow ? Math.max(1, Math.floor(size / 2)) : Math.min(MAX_BATCH_SIZE, size * 2);
    await nextTurn();
  }
}

/** Sorted ids keep FTS5 from writing a segment per product. */
const sortById = (products: readonly IndexedProduct[]) => products.toSorted((a, b) => a.id - b.id);

export const sqliteIndex: FullTextIndex = {
  insert: async (tx, products) => {
    for (const { id, fields } of sortById(products))
      await sql`INSERT INTO product_words (rowid, name, brand, category, keywords, description)
        VALUES (${id}, ${fields.name}, ${fields.brand}, ${fields.category}, ${fields.keywords}, ${fields.description})`.execute(
        tx,
      );
  },
  remove: async (tx, productIds) => {
    for (const id of productIds.toSorted((a, b) => a - b)) await sql`DELETE FROM product_words WHERE rowid = ${id}`.execute(tx);
  },
  clear: async (tx) => {
    await sql`INSERT INTO product_words (product_words) VALUES ('delete-all')`.execute(tx);
  },
  matchingProducts: (groups, operator) =>
    sql`(SELECT rowid AS id FROM product_words WHERE product_words MATCH ${expression(groups, operator, prefix)})`,
  scoredProducts: (groups, operator) =>
    sql`(SELECT rowid AS id, bm25(product_words, ${sqliteFieldWeights}) AS score FROM product_words
      WHERE product_words MATCH ${expression(groups, operator, scoredPrefix)})`,
  matchingTiers: (groups, operator) =>
    tierExpressions(groups, operator).map(
      (tier) => sql`(SELECT rowid AS id FROM product_words WHERE product_words MATCH ${tier})`,
    ),
  countMatches: async (db, groups, operator, limit) => {
    const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (
      SELECT 1 FROM product_words WHERE product_words MATCH ${expression(groups, operator, prefix)} LIMIT ${limit})`.execute(db);
    return rows[0]?.total ?? 0;
  },
  hasMatch: (db, groups) => matches(db, expression(groups, 'AND', prefix)),
  isIndexedWord: (db, word) => matches(db, quote(word)),
  listTerms,
};
