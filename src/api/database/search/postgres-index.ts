import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { FullTextIndex, IndexTerm } from './index-interface.ts';
import { parsePackedIds } from './packed-ids.ts';
import { postgresFieldWeights } from './searched-fields.ts';
import type { WordGroup } from './tokenise.ts';

/** Full-text index on PostgreSQL's tsvector. The configuration `shop_words` stems like FTS5 and has no stop words. */

/** Removes accents, like FTS5: "kérala" matches "kerala". Marks of Indian scripts are kept, because they are part of the letters. */
const removeAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{L})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');

/** Quotes a word for to_tsquery, so that it cannot contain syntax. */
const quote = (word: string): string => `'${removeAccents(word).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Weights to match; empty for all. */
type Weights = 'A' | 'B' | 'AB' | '';

const exactly = (word: string, weights: Weights): string => (weights ? `${quote(word)}:${weights}` : quote(word));

/** Matches a word and, ranked lower, words with this prefix. */
const prefix = (word: string, weights: Weights): string =>
  word.length > 1 ? `(${exactly(word, weights)} | ${quote(word)}:*${weights})` : exactly(word, weights);

const expression = (groups: readonly WordGroup[], operator: 'AND' | 'OR', match = prefix, weights: Weights = ''): string =>
  groups
    .map(
      (alternatives) =>
        `(${alternatives.map((words) => `(${words.map((word) => match(word, weights)).join(' & ')})`).join(' | ')})`,
    )
    .join(operator === 'AND' ? ' & ' : ' | ');

const query = (text: string) => sql`to_tsquery('shop_words', ${text})`;

/**
 * Counts matches, at most `limit`. The planner chooses the plan of the common table expression as for all matches, by the index, but reads
 * no more rows of it than are counted. With the limit alone it prefers a sequential scan, which takes 200 ms where nothing matches among a
 * million products.
 */
async function countUpTo(db: Db, text: string, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    WITH hit AS MATERIALIZED (SELECT 1 FROM product_words WHERE words @@ ${query(text)})
    SELECT count(*) AS total FROM (SELECT 1 FROM hit LIMIT ${limit}) AS counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Whether any product matches. */
const matches = async (db: Db, text: string): Promise<boolean> => (await countUpTo(db, text, 1)) > 0;

const weighted = (text: string, weight: 'A' | 'B' | 'C' | 'D') =>
  sql`setweight(to_tsvector('shop_words', ${removeAccents(text)}), ${sql.lit(weight)})`;

export const postgresIndex: FullTextIndex = {
  insert: async (tx, productId, { name, brand, category, keywords, description }) => {
    await sql`INSERT INTO product_words (product_id, words) VALUES (${productId},
      ${weighted(name, 'A')} || ${weighted(`${category} ${brand}`, 'B')} ||
      ${weighted(keywords, 'C')} || ${weighted(description, 'D')})`.execute(tx);
  },
  remove: async (tx, productId) => {
    await sql`DELETE FROM product_words WHERE product_id = ${productId}`.execute(tx);
  },
  clear: async (tx) => {
    await sql`DELETE FROM product_words`.execute(tx);
  },
  matchingProducts: (groups, operator) => {
    const match = query(expression(groups, operator));
    return sql`(SELECT product_id AS id, -ts_rank(${postgresFieldWeights}, words, ${match}) AS score FROM product_words WHERE words @@ ${match})`;
  },
  matchingTiers: (groups, operator) => {
    const inCategory = query(expression(groups, operator, exactly, 'B'));
    const inName = query(expression(groups, operator, exactly, 'A'));
    const byPrefix = query(expression(groups, operator, prefix, 'AB'));
    const anywhere = query(expression(groups, operator));
    return [
      sql`words @@ ${inCategory}`,
      sql`words @@ ${inName} AND NOT words @@ ${inCategory}`,
      sql`words @@ ${byPrefix} AND NOT words @@ ${inCategory} AND NOT words @@ ${inName}`,
      sql`words @@ ${anywhere} AND NOT words @@ ${byPrefix}`,
    ].map((tier) => sql`(SELECT product_id AS id FROM product_words WHERE ${tier})`);
  },
  readTiers: async (db, groups, operator) => {
    const inCategory = query(expression(groups, operator, exactly, 'B'));
    const inName = query(expression(groups, operator, exactly, 'A'));
    const byPrefix = query(expression(groups, operator, prefix, 'AB'));
    // One pass, because reading the rows of many matches takes longest.
    const { rows } = await sql<{ tier: number; ids: string }>`SELECT tier, string_agg(id::text, ',') AS ids FROM (
      SELECT product_id AS id,
        CASE WHEN words @@ ${inCategory} THEN 0 WHEN words @@ ${inName} THEN 1 WHEN words @@ ${byPrefix} THEN 2 ELSE 3 END AS tier
      FROM product_words WHERE words @@ ${query(expression(groups, operator))}
    ) AS hit GROUP BY tier`.execute(db);
    return [0, 1, 2, 3].map((tier) => parsePackedIds(rows.find((row) => row.tier === tier)?.ids ?? null));
  },
  countMatches: (db, groups, operator, limit) => countUpTo(db, expression(groups, operator), limit),
  hasMatch: (db, groups) => matches(db, expression(groups, 'AND')),
  isIndexedWord: (db, word) => matches(db, quote(word)),
  listTerms: async (db) => {
    const { rows } = await sql<IndexTerm>`SELECT word AS term, ndoc AS products
      FROM ts_stat('SELECT words FROM product_words', 'abc')`.execute(db);
    return rows;
  },
};
