import type { CartItem } from '#lib/contract/cart.ts';
import { noLongerAvailable, onlyLeft, soldOut } from '#lib/contract/messages/failures.ts';
import { priceIsNow, priceWentDown, priceWentUp, quantityLowered } from '#lib/contract/messages/notices.ts';
import { t } from '#lib/contract/text/t.ts';
import { lineLimit, lineStock, unitPrice } from '#lib/rules/cart/cart.ts';
import { formatRupees, toPaise } from '#lib/rules/money.ts';

/** Whether a line asks for more than its stock and the limit allow, and can be ordered with fewer units. */
export const isOverLimit = (line: CartItem): boolean => lineStock(line) >= 1 && line.quantity > lineLimit(lineStock(line));

/** Whether the product of a line is no longer sold, at any price. */
export const isWithdrawn = ({ message, product_name }: CartItem): boolean => message === noLongerAvailable(product_name);

/** The new price of a line in rupees, with the one before where it is known; another store may leave prices out. */
function describePrice(before: string, now: string): string {
  const [from, price] = [toPaise(before), toPaise(now)];
  if (from === 0) return priceIsNow(formatRupees(now));
  return (price > from ? priceWentUp : priceWentDown)(formatRupees(before), formatRupees(now));
}

/**
 * What to tell a shopper about a line that was loaded again: its new price, its lowered quantity. An earlier note stays until the shopper
 * changes the line; '' if there is nothing to tell.
 */
export function describeChanges(before: CartItem | undefined, now: CartItem): string {
  const notes: string[] = [];
  if (before && unitPrice(before) !== unitPrice(now)) notes.push(describePrice(unitPrice(before), unitPrice(now)));
  if (isOverLimit(now)) notes.push(quantityLowered(lineLimit(lineStock(now))));
  if (notes.length > 0) return notes.join(notes[0]?.endsWith('.') ? ' ' : '. ');
  return (before?.status !== false && before?.message) || '';
}

/** The message of a line as shown below its name: without the name, and with what to do about a line that stops the checkout. */
export function lineNote(line: CartItem): string | undefined {
  const { message, product_name: name } = line;
  const stock = lineStock(line);
  if (message === soldOut(name)) return t('Sold out. Remove it to check out.');
  if (isWithdrawn(line)) return t('No longer available. Remove it to check out.');
  return message === onlyLeft(name, stock) ? t('Only {count} left', { count: stock }) : message;
}
