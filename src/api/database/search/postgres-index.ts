import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { postgresFieldWeights } from './field-weights.ts';
import type { FullTextIndex, IndexedProduct, IndexTerm } from './index-interface.ts';
import {
  anywhereQuery,
  fieldQuery,
  matchesFields,
  quoteWord,
  rankingQuery,
  stemmedQuery,
  tierQueries,
} from './postgres-query.ts';
import type { WordGroup } from './tokenise.ts';

/**
 * Subquery of rows of the index, which the planner reads once and by the index: it can neither check each row for the words, which is many times
 * slower, nor repeat the search for each product.
 */
const subquery = (columns: RawBuilder<unknown>, isMatch: RawBuilder<boolean>) =>
  sql`(WITH hit AS MATERIALIZED (SELECT product_id AS id${columns} FROM product_words WHERE ${isMatch}) SELECT * FROM hit)`;

const idsOf = (isMatch: RawBuilder<boolean>) => subquery(sql``, isMatch) as RawBuilder<{ id: number }>;

/** The same with their scores. */
const scoredAs = (isMatch: RawBuilder<boolean>, groups: readonly WordGroup[], operator: 'AND' | 'OR') =>
  subquery(sql`, -ts_rank(${postgresFieldWeights}, words, ${rankingQuery(groups, operator)}) AS score`, isMatch) as RawBuilder<{
    id: number;
    score: number;
  }>;

/** Full-text index on PostgreSQL's tsvector. The configuration `shop_words` stems like FTS5 and has no stop words. */

/**
 * A common table expression of the matches. The planner chooses its plan as for all matches, by the index, but reads no more rows of it than are
 * asked for. With a limit alone it prefers to read the table, which takes seconds where nothing matches among a million products.
 */
const matchesAs = (name: string, isMatch: RawBuilder<boolean>) =>
  sql`${sql.id(name)} AS MATERIALIZED (SELECT 1 FROM product_words WHERE ${isMatch})`;

async function countUpTo(db: Db, isMatch: RawBuilder<boolean>, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`WITH ${matchesAs('hit', isMatch)}
    SELECT count(*) AS total FROM (SELECT 1 FROM hit LIMIT ${limit}) AS counted`.execute(db);
  return rows[0]?.total ?? 0;
}

const wordFields = ['a', 'b', 'c'] as const;

/** Whether any product has the word, after stemming. */
async function hasWord(db: Db, word: string): Promise<boolean> {
  const query = stemmedQuery(quoteWord(word));
  const queries = wordFields.map((field) => fieldQuery(query, field));
  // Field by field, because the function is fast for a single lexeme only.
  const found = queries.map((query) => sql`shop_finds_lexeme(${query})`);
  const hits = queries.map((query, i) => matchesAs(wordFields[i] as string, matchesFields(query)));
  const foundForCertain = wordFields.map((field) => sql`EXISTS (SELECT 1 FROM ${sql.id(field)})`);
  const { rows } = await sql<{ found: boolean }>`WITH ${sql.join(hits)}
    SELECT ${sql.join([...found, ...foundForCertain], sql` OR `)} AS found`.execute(db);
  return rows[0]?.found ?? false;
}

const matchesAnywhere = (groups: readonly WordGroup[], operator: 'AND' | 'OR'): RawBuilder<boolean> =>
  matchesFields(anywhereQuery(groups, operator));

const weighted = (column: string, weight: 'A' | 'B' | 'C' | 'D') =>
  sql`setweight(to_tsvector('shop_words', ${sql.ref(column)}), ${sql.lit(weight)})`;

/** The key by which products of a category lie near one another in the table: a search reads fewer of its pages then. */
const placeOf = ({ fields }: IndexedProduct): string => `${fields.category} ${fields.name}`;

const byPlace = (a: IndexedProduct, b: IndexedProduct): number => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Products whose terms are read: with more, of a sample of them. */
const SAMPLED_PRODUCTS = 200_000;

export const postgresIndex: FullTextIndex = {
  insert: async (tx, products) => {
    const sorted = products.toSorted(byPlace);
    const texts = (read: (fields: IndexedProduct['fields']) => string) => sorted.map(({ fields }) => read(fields));
    await sql`INSERT INTO product_words (product_id, words)
      SELECT id, ${weighted('name', 'A')} || ${weighted('kind', 'B')} || ${weighted('keywords', 'C')} || ${weighted('description', 'D')}
      FROM unnest(
        ${sorted.map(({ id }) => id)}::bigint[],
        ${texts(({ name }) => name)}::text[],
        ${texts(({ category, brand }) => `${category} ${brand}`)}::text[],
        ${texts(({ keywords }) => keywords)}::text[],
        ${texts(({ description }) => description)}::text[]
      ) AS product (id, name, kind, keywords, description)`.execute(tx);
  },
  remove: async (tx, productIds) => {
    await sql`DELETE FROM product_words WHERE product_id = ANY (${productIds})`.execute(tx);
  },
  clear: async (tx) => {
    await sql`DELETE FROM product_words`.execute(tx);
  },
  matchingProducts: (groups, operator) => idsOf(matchesAnywhere(groups, operator)),
  scoredProducts: (groups, operator) => scoredAs(matchesAnywhere(groups, operator), groups, operator),
  matchingTiers: (groups, operator) => tierQueries(groups, operator).map((query) => idsOf(matchesFields(query))),
  countMatches: (db, groups, operator, limit) => countUpTo(db, matchesAnywhere(groups, operator), limit),
  hasMatch: async (db, groups) => (await countUpTo(db, matchesAnywhere(groups, 'AND'), 1)) > 0,
  isIndexedWord: hasWord,
  listTerms: async (db) => {
    const { rows: sizes } = await sql<{ products: number }>`SELECT greatest(reltuples, 1)::float8 AS products FROM pg_class
      WHERE oid = 'product_words'::regclass`.execute(db);
    const percent = Math.min(100, (SAMPLED_PRODUCTS / (sizes[0]?.products ?? 1)) * 100);
    // The same sample each time, so that a word is not known only now and then.
    const sampled = `SELECT words FROM product_words TABLESAMPLE BERNOULLI (${percent.toFixed(4)}) REPEATABLE (1)`;
    return (await sql<IndexTerm>`SELECT word AS term, ndoc AS products FROM ts_stat(${sampled}, 'abc')`.execute(db)).rows;
  },
};
