import { prefixReachOf } from './prefix-reach.ts';
import type { TierQueries } from './read-tiers.ts';
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

/** The expressions of the tiers, by whole words and by prefixes. What is in the name may also be in category or brand. */
function overlappingTiers(words: string, prefixes: string): TierQueries<string> {
  const inCategory = inColumns('category brand', words);
  const inName = inColumns('name', words);
  return {
    inCategory,
    inName,
    byPrefix: inColumns(titleColumns, prefixes),
    inexact: `((${prefixes}) NOT (${inCategory} OR ${inName}))`,
  };
}

/** The expressions of the tiers of a search. */
export function tierExpressions(groups: readonly WordGroup[], operator: 'AND' | 'OR'): TierQueries<string> {
  const tiers = overlappingTiers(expression(groups, operator, quote), expression(groups, operator, prefix));
  return { ...tiers, inName: `(${tiers.inName} NOT ${tiers.inCategory})` };
}

/** The same for one word and these terms, or all longer words (see `WordIndex.readWord`). */
export const wordExpressions = (word: string, terms?: readonly string[]): TierQueries<string> =>
  overlappingTiers(quote(word), terms ? terms.map(quote).join(' OR ') : prefix(word));
