import { prefixReachOf } from './prefix-reach.ts';
import type { WordGroup } from './tokenise.ts';

// Expressions for MATCH of FTS5.

/** Quotes a word for MATCH, so that it cannot contain syntax. */
export const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const inColumns = (columns: string, match: string): string => `({${columns}} : (${match}))`;

/** The titles of a product. */
const titleColumns = 'name category brand';

const anyPrefix = (word: string): string => `${quote(word)}*`;

/** Like `prefix`, but scores an exact match higher. */
export function scoredPrefix(word: string): string {
  const reach = prefixReachOf(word);
  if (reach === 'none') return quote(word);
  return `(${quote(word)} OR ${reach === 'anywhere' ? anyPrefix(word) : inColumns(titleColumns, anyPrefix(word))})`;
}

/** Matches a word, and words that begin with it where it reaches them. */
export const prefix = (word: string): string => (prefixReachOf(word) === 'anywhere' ? anyPrefix(word) : scoredPrefix(word));

/** The expression of products with all (or any) of the groups. */
export const expression = (groups: readonly WordGroup[], operator: 'AND' | 'OR', match: (word: string) => string): string =>
  groups
    .map((alternatives) => `(${alternatives.map((words) => `(${words.map(match).join(' AND ')})`).join(' OR ')})`)
    .join(` ${operator} `);

/**
 * The expressions of products with all (or any) of the groups by tier, best first: whole words in category or brand, whole words in the name,
 * prefixes in any of these, and all other matches. Each is without what is in a better one.
 */
export function tierExpressions(groups: readonly WordGroup[], operator: 'AND' | 'OR'): string[] {
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
