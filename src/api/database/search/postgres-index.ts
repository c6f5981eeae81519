import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { postgresFieldWeights } from './field-weights.ts';
import type { FullTextIndex, IndexedProduct, IndexTerm } from './index-interface.ts';
import { prefixReachOf } from './prefix-reach.ts';
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

/**
 * Queries of the words of products on PostgreSQL. The index has the lexemes of each field under a letter: a for the name, b for category and
 * brand, c for keywords and description (see `shop_field_lexemes`). A condition on fields needs no weights then, which GIN cannot answer
 * without the row.
 */

type TextQuery = RawBuilder<unknown>;

type Fields = 'a' | 'b' | 'c' | 'ab' | 'abc';

/** Quotes a word for to_tsquery, so that it cannot contain syntax. */
const quoteWord = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * Matches the same words as `prefixOf`, and ranks the word itself higher. The weights A and B are name, brand and category; ranks ignore them, but
 * count a description least.
 */
function rankedPrefixOf(word: string): string {
  const quoted = quoteWord(word);
  const reach = prefixReachOf(word);
  return reach === 'none' ? quoted : `(${quoted} | ${quoted}:*${reach === 'anywhere' ? '' : 'AB'})`;
}

/** Matches a word, and words that begin with it where it reaches them. */
const prefixOf = (word: string): string => (prefixReachOf(word) === 'anywhere' ? `${quoteWord(word)}:*` : rankedPrefixOf(word));

/** The text of a tsquery for products with all (or any) of the groups. */
const toQueryText = (groups: readonly WordGroup[], operator: 'AND' | 'OR', match: (word: string) => string): string =>
  groups
    .map((alternatives) => `(${alternatives.map((words) => `(${words.map(match).join(' & ')})`).join(' | ')})`)
    .join(operator === 'AND' ? ' & ' : ' | ');

/** A tsquery on the words of a product, stemmed. */
const stemmedQuery = (text: string | RawBuilder<unknown>): TextQuery => sql`to_tsquery('shop_words', ${text})`;

/** What replaces a lexeme (1) and the mark of a prefix (2), between quotes. */
const anyField = (fields: Fields, quotes: string): string =>
  `(${[...fields].map((field) => `${quotes}${field}\\1${quotes}\\2`).join(' | ')})`;

const replaceAll = (text: RawBuilder<unknown>, pattern: string, replacement: string) =>
  sql`regexp_replace(${text}, ${pattern}, ${replacement}, 'g')`;

/**
 * A tsquery on `shop_field_lexemes(words)` from one on the words of a product: each word in any of these fields, but with weights in theirs.
 * Parts of a word, which PostgreSQL may split, can be apart from each other.
 */
function fieldQuery(query: TextQuery, fields: Fields): TextQuery {
  const apart = replaceAll(sql`${query}::text`, '<[-0-9]+>', '&');
  // Double quotes, which no lexeme has, keep what is replaced first from being replaced again.
  const weighted = replaceAll(apart, "'([^']+)'(:\\*)AB", anyField('ab', '"'));
  return sql`replace(${replaceAll(weighted, "'([^']+)'(:\\*)?", anyField(fields, "'"))}, '"', '''')::tsquery`;
}

/** The condition that a product matches a query of `fieldQuery`. */
const matchesFields = (query: TextQuery): RawBuilder<boolean> => sql`shop_field_lexemes(words) @@ (${query})`;

/** Query of the products that match all (or any) of the groups in any field. */
const anywhereQuery = (groups: readonly WordGroup[], operator: 'AND' | 'OR'): TextQuery =>
  fieldQuery(stemmedQuery(toQueryText(groups, operator, prefixOf)), 'abc');

/** The same query on the words of a product, by which matches are ranked. */
const rankingQuery = (groups: readonly WordGroup[], operator: 'AND' | 'OR'): TextQuery =>
  stemmedQuery(toQueryText(groups, operator, rankedPrefixOf));

/**
 * Queries of products that match all (or any) of the groups, by tier, best first: whole words in category or brand, whole words in the name,
 * prefixes in any of these, and all other matches. Each is without what is in a better one.
 */
function tierQueries(groups: readonly WordGroup[], operator: 'AND' | 'OR'): TextQuery[] {
  const words = stemmedQuery(toQueryText(groups, operator, quoteWord));
  const prefixes = stemmedQuery(toQueryText(groups, operator, prefixOf));
  const inCategory = fieldQuery(words, 'b');
  const inName = fieldQuery(words, 'a');
  const isInexact = sql`!!(${inCategory} || ${inName})`;
  const byPrefix = fieldQuery(prefixes, 'ab');
  return [
    inCategory,
    sql`${inName} && !!${inCategory}`,
    sql`${byPrefix} && ${isInexact}`,
    sql`${fieldQuery(prefixes, 'abc')} && ${isInexact} && !!(${byPrefix})`,
  ];
}
