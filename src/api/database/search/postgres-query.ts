import { type RawBuilder, sql } from 'kysely';
import { prefixReachOf } from './prefix-reach.ts';
import type { WordGroup } from './tokenise.ts';

/**
 * Queries of the words of products on PostgreSQL. The index has the lexemes of each field under a letter: a for the name, b for category and
 * brand, c for keywords and description (see `shop_field_lexemes`). A condition on fields needs no weights then, which GIN cannot answer
 * without the row.
 */

/** A tsquery. */
export type TextQuery = RawBuilder<unknown>;

type Fields = 'a' | 'b' | 'c' | 'ab' | 'abc';

/** Quotes a word for to_tsquery, so that it cannot contain syntax. */
export const quoteWord = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

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
export const stemmedQuery = (text: string | RawBuilder<unknown>): TextQuery => sql`to_tsquery('shop_words', ${text})`;

/** What replaces a lexeme (1) and the mark of a prefix (2), between quotes. */
const anyField = (fields: Fields, quotes: string): string =>
  `(${[...fields].map((field) => `${quotes}${field}\\1${quotes}\\2`).join(' | ')})`;

const replaceAll = (text: RawBuilder<unknown>, pattern: string, replacement: string) =>
  sql`regexp_replace(${text}, ${pattern}, ${replacement}, 'g')`;

/**
 * A tsquery on `shop_field_lexemes(words)` from one on the words of a product: each word in any of these fields, but with weights in theirs.
 * Parts of a word, which PostgreSQL may split, can be apart from each other.
 */
export function fieldQuery(query: TextQuery, fields: Fields): TextQuery {
  const apart = replaceAll(sql`${query}::text`, '<[-0-9]+>', '&');
  // Double quotes, which no lexeme has, keep what is replaced first from being replaced again.
  const weighted = replaceAll(apart, "'([^']+)'(:\\*)AB", anyField('ab', '"'));
  return sql`replace(${replaceAll(weighted, "'([^']+)'(:\\*)?", anyField(fields, "'"))}, '"', '''')::tsquery`;
}

/** The condition that a product matches a query of `fieldQuery`. */
export const matchesFields = (query: TextQuery): RawBuilder<boolean> => sql`shop_field_lexemes(words) @@ (${query})`;

/** Query of the products that match all (or any) of the groups in any field. */
export const anywhereQuery = (groups: readonly WordGroup[], operator: 'AND' | 'OR'): TextQuery =>
  fieldQuery(stemmedQuery(toQueryText(groups, operator, prefixOf)), 'abc');

/** The same query on the words of a product, by which matches are ranked. */
export const rankingQuery = (groups: readonly WordGroup[], operator: 'AND' | 'OR'): TextQuery =>
  stemmedQuery(toQueryText(groups, operator, rankedPrefixOf));

/**
 * Queries of products that match all (or any) of the groups, by tier, best first: whole words in category or brand, whole words in the name,
 * prefixes in any of these, and all other matches. Each is without what is in a better one.
 */
export function tierQueries(groups: readonly WordGroup[], operator: 'AND' | 'OR'): TextQuery[] {
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
