import type { TierQueries } from './read-tiers.ts';
import type { WordGroup } from './tokenise.ts';

// Expressions for MATCH of FTS5.

/** Quotes a word for MATCH, so that it cannot contain syntax. */
export const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

/** Matches words with this prefix; a single letter matches only itself. */
export const prefix = (word: string): string => (word.length > 1 ? `${quote(word)}*` : quote(word));

/** Like `prefix`, but scores an exact match higher. */
export const scoredPrefix = (word: string): string => (word.length > 1 ? `(${quote(word)} OR ${quote(word)}*)` : quote(word));

/** The expression of products with all (or any) of the groups. */
export const expression = (groups: readonly WordGroup[], operator: 'AND' | 'OR', match: (word: string) => string): string =>
  groups
    .map((alternatives) => `(${alternatives.map((words) => `(${words.map(match).join(' AND ')})`).join(' OR ')})`)
    .join(` ${operator} `);

const inColumns = (columns: string, match: string): string => `({${columns}} : (${match}))`;

/** The expressions of the tiers, by whole words and by prefixes. What is in the name may also be in category or brand. */
function overlappingTiers(words: string, prefixes: string): TierQueries<string> {
  const inCategory = inColumns('category brand', words);
  const inName = inColumns('name', words);
  return {
    inCategory,
    inName,
    byPrefix: inColumns('name category brand', prefixes),
    inexact: `((${prefixes}) NOT (${inCategory} OR ${inName}))`,
  };
}

/** The expressions of the tiers of a search. */
export function tierExpressions(groups: readonly WordGroup[], operator: 'AND' | 'OR'): TierQueries<string> {
  const tiers = overlappingTiers(expression(groups, operator, quote), expression(groups, operator, prefix));
  return { ...tiers, inName: `(${tiers.inName} NOT ${tiers.inCategory})` };
}

/** The same for one word (see `WordIndex.readWord`). */
export function wordExpressions(word: string, covered: readonly string[]): TierQueries<string> {
  const tiers = overlappingTiers(quote(word), prefix(word));
  if (covered.length === 0) return tiers;
  const others = covered.map(prefix).join(' OR ');
  return {
    ...tiers,
    byPrefix: `(${tiers.byPrefix} NOT ${inColumns('name category brand', others)})`,
    inexact: `(${tiers.inexact} NOT (${others}))`,
  };
}
