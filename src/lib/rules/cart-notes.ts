import type { CartItem } from '#lib/contract/cart.ts';
import { priceIsNow, quantityLowered } from '#lib/contract/texts.ts';
import { lineLimit, lineStock, unitPrice } from './cart.ts';
import { formatRupees } from './money.ts';

/** Whether a line asks for more than its stock and the limit allow, and can be ordered with fewer units. */
export const isOverLimit = (line: CartItem): boolean => lineStock(line) >= 1 && line.quantity > lineLimit(lineStock(line));

/**
 * What to tell a shopper about a line that was loaded again: its new price, its lowered quantity. An earlier note stays until the shopper
 * changes the line; '' if there is nothing to tell.
 */
export function describeChanges(before: CartItem | undefined, now: CartItem): string {
  const notes: string[] = [];
  if (before && unitPrice(before) !== unitPrice(now)) notes.push(priceIsNow(formatRupees(unitPrice(now))));
  if (isOverLimit(now)) notes.push(quantityLowered(lineLimit(lineStock(now))));
  if (notes.length > 0) return notes.join('. ');
  return (before?.status !== false && before?.message) || '';
}
