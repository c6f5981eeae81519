import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { FullTextIndex, IndexedProduct, IndexTerm } from './index-interface.ts';
import { readScored } from './read-scored.ts';
import { inOrder, readTiers } from './read-tiers.ts';
import { readIdsMatching, scoredMatches } from './sqlite-matches.ts';
import { expression, prefix, quote, tierExpressions } from './sqlite-query.ts';
import { sqliteWords } from './sqlite-words.ts';
import type { WordGroup } from './tokenise.ts';

/** Full-text index on SQLite's FTS5. */

/** The expressions of the tiers, each without what is in a better one. */
function disjointTiers(groups: readonly WordGroup[], operator: 'AND' | 'OR'): string[] {
  const { inCategory, inName, byPrefix, inexact } = tierExpressions(groups, operator);
  return [inCategory, inName, `${byPrefix} NOT (${inCategory} OR ${inName})`, `${inexact} NOT ${byPrefix}`];
}

async function matches(db: Db, query: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM product_words WHERE product_words MATCH ${query} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** How long a query for terms may block the process, in milliseconds. */
const MAX_BATCH_MS = 20;
const MAX_BATCH_SIZE = 4096;

/** Lists the terms of some fields in batches, between which other work runs: a term of a million products takes up to 100 ms. */
async function readTermsInBatches(db: Db, isListed: RawBuilder<boolean>, least = 0): Promise<IndexTerm[]> {
  const terms: IndexTerm[] = [];
  let last = '';
  for (let size = 4; ; ) {
    const startedAt = performance.now();
    const { rows } = await sql<IndexTerm>`SELECT term, sum(doc) AS products FROM product_term
      WHERE ${isListed} AND term > ${last} GROUP BY term ORDER BY term LIMIT ${size}`.execute(db);
    for (const row of rows) if (row.products >= least) terms.push(row);
    if (rows.length < size) return terms;
    last = rows.at(-1)?.term ?? '';
    const isSlow = performance.now() - startedAt > MAX_BATCH_MS;
    size = isSlow ? Math.max(1, Math.floor(size / 2)) : Math.min(MAX_BATCH_SIZE, size * 2);
    await nextTurn();
  }
}

/** No term has it. */
const LAST_CHARACTER = '\u{10ffff}';

/** Sorted ids keep FTS5 from writing a segment per product. */
const sortById = (products: readonly IndexedProduct[]) => products.toSorted((a, b) => a.id - b.id);

const countMatches: FullTextIndex['countMatches'] = async (db, groups, operator, limit) => {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (
    SELECT 1 FROM product_words WHERE product_words MATCH ${expression(groups, operator, prefix)} LIMIT ${limit})`.execute(db);
  return rows[0]?.total ?? 0;
};

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
  scoredProducts: scoredMatches,
  matchingTiers: (groups, operator) =>
    disjointTiers(groups, operator).map((tier) => sql`(SELECT rowid AS id FROM product_words WHERE product_words MATCH ${tier})`),
  readMatches: async (db, groups, operator, { scoredMax }) => {
    if ((await countMatches(db, groups, operator, scoredMax + 1)) <= scoredMax)
      return readScored(db, scoredMatches(groups, operator));
    const tiers = await readTiers(tierExpressions(groups, operator), (query) => readIdsMatching(db, query));
    return { parts: inOrder(tiers), isScored: false };
  },
  countMatches,
  hasMatch: (db, groups) => matches(db, expression(groups, 'AND', prefix)),
  isIndexedWord: (db, word) => matches(db, quote(word)),
  listTerms: (db) => readTermsInBatches(db, sql`col <> 'description'`),
  listCommonTerms: (db, _, least) => readTermsInBatches(db, sql`true`, least),
  listTermsBeginning: async (db, beginnings) => {
    const terms: string[] = [];
    for (const beginning of beginnings) {
      const { rows } = await sql<{ term: string }>`SELECT DISTINCT term FROM product_term
        WHERE term >= ${beginning} AND term < ${beginning + LAST_CHARACTER}`.execute(db);
      terms.push(...rows.map(({ term }) => term));
      await nextTurn();
    }
    return terms;
  },
  words: sqliteWords,
};
