import { sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import type { FullTextIndex, IndexTerm } from './full-text-index.ts';
import type { WordGroup } from './tokenise.ts';

/** Full text in PostgreSQL's tsvector: the one place that knows its language. `shop_words` stems as FTS5 does and drops no word. */

/** What a hit is worth at each weight, from D to A: description, keywords, category and brand, name. */
const weights = sql.raw(`'{0.07, 0.27, 0.6, 1.0}'`);

/** Words without accents, as FTS5 keeps them: "kérala" is found by "kerala". Marks of Indian scripts are letters and stay. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{L})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');

/** Quoted, so that nothing in a word is syntax. */
const quote = (word: string): string => `'${plain(word).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Where a word may stand: the weights of its columns; anywhere when it says none. */
type Weights = 'A' | 'B' | 'AB' | '';

const exactly = (word: string, weights: Weights): string => (weights ? `${quote(word)}:${weights}` : quote(word));

/** A word itself or, worth less, anything that begins with it. */
const begins = (word: string, weights: Weights): string =>
  word.length > 1 ? `(${exactly(word, weights)} | ${quote(word)}:*${weights})` : exactly(word, weights);

const expression = (groups: readonly WordGroup[], between: 'AND' | 'OR', phrase = begins, weights: Weights = ''): string =>
  groups
    .map((ways) => `(${ways.map((words) => `(${words.map((word) => phrase(word, weights)).join(' & ')})`).join(' | ')})`)
    .join(between === 'AND' ? ' & ' : ' | ');

const query = (text: string) => sql`to_tsquery('shop_words', ${text})`;

/**
 * Whether any product matches. Asked for one row, PostgreSQL reads the table from its beginning until it meets one, which takes long where
 * there is none; asked for some, it does so only with words that are common.
 */
async function matches(db: Db, text: string): Promise<boolean> {
  const { rows } = await sql<{ some: number }>`SELECT count(*) AS some
    FROM (SELECT 1 FROM product_words WHERE words @@ ${query(text)} LIMIT 100) AS hit`.execute(db);
  return (rows[0]?.some ?? 0) > 0;
}

const weighted = (text: string, weight: 'A' | 'B' | 'C' | 'D') =>
  sql`setweight(to_tsvector('shop_words', ${plain(text)}), ${sql.lit(weight)})`;

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
  matchingProducts: (groups, between) => {
    const wanted = query(expression(groups, between));
    return sql`(SELECT product_id AS id, -ts_rank(${weights}, words, ${wanted}) AS score FROM product_words WHERE words @@ ${wanted})`;
  },
  matchingTiers: (groups, between) => {
    const inCategory = query(expression(groups, between, exactly, 'B'));
    const inName = query(expression(groups, between, exactly, 'A'));
    const begun = query(expression(groups, between, begins, 'AB'));
    const anywhere = query(expression(groups, between));
    return [
      sql`words @@ ${inCategory}`,
      sql`words @@ ${inName} AND NOT words @@ ${inCategory}`,
      sql`words @@ ${begun} AND NOT words @@ ${inCategory} AND NOT words @@ ${inName}`,
      sql`words @@ ${anywhere} AND NOT words @@ ${begun}`,
    ].map((tier) => sql`(SELECT product_id AS id FROM product_words WHERE ${tier})`);
  },
  countMatches: async (db, groups, between) => {
    const wanted = query(expression(groups, between));
    const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM product_words WHERE words @@ ${wanted}`.execute(
      db,
    );
    return rows[0]?.total ?? 0;
  },
  hasMatch: (db, groups) => matches(db, expression(groups, 'AND')),
  isIndexedWord: (db, word) => matches(db, quote(word)),
  listTerms: async (db) => {
    const { rows } = await sql<IndexTerm>`SELECT word AS term, ndoc AS products
      FROM ts_stat('SELECT words FROM product_words', 'abc')`.execute(db);
    return rows;
  },
};
