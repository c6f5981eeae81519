import { sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import type { FullTextIndex, IndexTerm } from './full-text-index.ts';
import type { WordGroup } from './tokenise.ts';

/** Full text in SQLite's FTS5: the one place that knows its language. */

/** What a hit in each column is worth: name, brand, category, keywords, description. */
const weights = sql.raw('3.0, 1.5, 2.0, 0.8, 0.2');

/** Quoted, so that nothing in a word is syntax. */
const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const exactly = quote;

/** Anything that begins with a word, or is it; a single letter stands for itself. */
const begins = (word: string): string => (word.length > 1 ? `${quote(word)}*` : quote(word));

/** The same, for scores: the word itself is worth more. */
const scored = (word: string): string => (word.length > 1 ? `(${quote(word)} OR ${quote(word)}*)` : quote(word));

const expression = (groups: readonly WordGroup[], between: 'AND' | 'OR', phrase: (word: string) => string): string =>
  groups.map((ways) => `(${ways.map((words) => `(${words.map(phrase).join(' AND ')})`).join(' OR ')})`).join(` ${between} `);

const within = (columns: string, wanted: string): string => `({${columns}} : (${wanted}))`;

function tierExpressions(groups: readonly WordGroup[], between: 'AND' | 'OR'): string[] {
  const words = expression(groups, between, exactly);
  const beginnings = expression(groups, between, begins);
  const inCategory = within('category brand', words);
  const inName = within('name', words);
  const begun = within('name category brand', beginnings);
  return [inCategory, `${inName} NOT ${inCategory}`, `${begun} NOT (${inCategory} OR ${inName})`, `(${beginnings}) NOT ${begun}`];
}

async function matches(db: Db, query: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM product_words WHERE product_words MATCH ${query} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export const sqliteIndex: FullTextIndex = {
  insert: async (tx, productId, { name, brand, category, keywords, description }) => {
    await sql`INSERT INTO product_words (rowid, name, brand, category, keywords, description)
      VALUES (${productId}, ${name}, ${brand}, ${category}, ${keywords}, ${description})`.execute(tx);
  },
  remove: async (tx, productId) => {
    await sql`DELETE FROM product_words WHERE rowid = ${productId}`.execute(tx);
  },
  clear: async (tx) => {
    await sql`INSERT INTO product_words (product_words) VALUES ('delete-all')`.execute(tx);
  },
  matchingProducts: (groups, between) =>
    sql`(SELECT rowid AS id, bm25(product_words, ${weights}) AS score FROM product_words
      WHERE product_words MATCH ${expression(groups, between, scored)})`,
  matchingTiers: (groups, between) =>
    tierExpressions(groups, between).map(
      (tier) => sql`(SELECT rowid AS id FROM product_words WHERE product_words MATCH ${tier})`,
    ),
  countMatches: async (db, groups, between) => {
    const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM product_words
      WHERE product_words MATCH ${expression(groups, between, begins)}`.execute(db);
    return rows[0]?.total ?? 0;
  },
  hasMatch: (db, groups) => matches(db, expression(groups, 'AND', begins)),
  isIndexedWord: (db, word) => matches(db, quote(word)),
  listTerms: async (db) => {
    const { rows } = await sql<IndexTerm>`SELECT term, sum(doc) AS products FROM product_term
      WHERE col <> 'description' AND term IS NOT NULL GROUP BY term`.execute(db);
    return rows;
  },
};
