import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { HOUR_MS } from '#lib/rules/durations.ts';

const HOURS_APART = 9;

/** Steps that vary the order of sub-categories from one rank to the next. */
const POSITION_STEP = 5;
const RANK_STEP = 3;

/** Spreads creation dates so that the newest products are one of each sub-category, then the second of each, and so on. */
export function spreadCreationDates(categories: number): (product: ImportedProduct) => string {
  const now = Date.now();
  const positions = new Map<string, number>();
  const ranks = new Map<string, number>();
  return ({ category = '' }) => {
    const position = positions.get(category) ?? positions.size;
    const rank = ranks.get(category) ?? 0;
    positions.set(category, position);
    ranks.set(category, rank + 1);
    const index = rank * categories + ((position * POSITION_STEP + rank * RANK_STEP) % categories);
    return new Date(now - index * HOURS_APART * HOUR_MS).toISOString();
  };
}
