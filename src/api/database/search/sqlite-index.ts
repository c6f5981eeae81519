import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { sqliteFieldWeights } from './field-weights.ts';
import type { FullTextIndex, IndexedProduct, IndexTerm } from './index-interface.ts';
import { prefixReachOf } from './prefix-reach.ts';
import type { WordGroup } from './tokenise.ts';

// Expressions for MATCH of FTS5.

/** Quotes a word for MATCH, so that it cannot contain syntax. */
const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const inColumns = (columns: string, match: string): string => `({${columns}} : (${match}))`;

const titleColumns = 'name category brand';

const anyPrefix = (word: string): string => `${quote(word)}*`;

/** Like `prefix`, but scores an exact match higher. */
function scoredPrefix(word: string): string {
  const reach = prefixReachOf(word);
  if (reach === 'none') return quote(word);
  return `(${quote(word)} OR ${reach === 'anywhere' ? anyPrefix(word) : inColumns(titleColumns, anyPrefix(word))})`;
}

/** Matches a word, and words that begin with it where it reaches them. */
const prefix = (word: string): string => (prefixReachOf(word) === 'anywhere' ? anyPrefix(word) : scoredPrefix(word));

/** The expression of products with all (or any) of the groups. */
const expression = (groups: readonly WordGroup[], operator: 'AND' | 'OR', match: (word: string) => string): string =>
  groups
    .map((alternatives) => `(${alternatives.map((words) => `(${words.map(match).join(' AND ')})`).join(' OR ')})`)
    .join(` ${operator} `);

/**
 * The expressions of products with all (or any) of the groups by tier, best first: whole words in category or brand, whole words in the name,
 * prefixes in any of these, and all other matches. Each is without what is in a better one.
 */
function tierExpressions(groups: readonly WordGroup[], operator: 'AND' | 'OR'): string[] {
  const words = expression(groups, operator, quote);
  const prefixes = expression(groups, operator, prefix);
  const inCategory = inColumns('category brand', words);
  const inName = inColumns('name', words);
  const isExact = `(${inCategory} OR ${inName})`;
  const byPrefix = inColumns(titleColumns, prefixes);
  return [
    inCategory,
    `${inName} NOT ${inCategory}`,
    `${byPrefix} NOT ${isExact}`,
    `((${prefixes}) NOT ${isExact}) NOT ${byPrefix}`,
  ];
}

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
