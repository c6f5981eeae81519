import type { CartItem } from '#lib/contract/cart.ts';
import { toPaise } from './money.ts';

/** Units of one line in one order (specification 4.4). */
export const MIN_QUANTITY = 1;
export const MAX_LINE_QUANTITY = 5;

/** What makes two lines the same line: product id plus the variant's product_variation (specification 3). */
export const lineKey = (item: Pick<CartItem, 'product_id' | 'selected_variant'>): string =>
  `${item.product_id}:${item.selected_variant?.product_variation ?? ''}`;

/** Units that can be had: the selected variant's stock, else the product's (specification 4.4). */
export const lineStock = (item: Pick<CartItem, 'product_stock' | 'selected_variant'>): number =>
  item.selected_variant?.stock ?? item.product_stock;

/** The most a line may hold. */
export const lineLimit = (stock: number): number => Math.min(Math.max(stock, 0), MAX_LINE_QUANTITY);

/** How many more may be added: the smaller of (stock minus what is in the cart) and what the limit of 5 leaves. */
export const countAddableUnits = (stock: number, inCart: number): number =>
  Math.max(0, Math.min(stock, MAX_LINE_QUANTITY) - inCart);

/** A wanted quantity brought within 1 and the line's limit. A line of a sold-out product keeps 1, so that it can be shown and removed. */
export const clampQuantity = (wanted: number, stock: number): number =>
  Math.max(MIN_QUANTITY, Math.min(Math.trunc(wanted), lineLimit(stock)));

/** Adds a line to a guest's cart: the same line grows, a new one is appended; neither passes the limit. */
export function addLine(items: readonly CartItem[], added: CartItem): CartItem[] {
  const key = lineKey(added);
  const present = items.find((item) => lineKey(item) === key);
  const quantity = clampQuantity((present?.quantity ?? 0) + added.quantity, lineStock(added));
  if (!present) return [...items, { ...added, quantity }];
  return items.map((item) => (item === present ? { ...present, ...added, quantity } : item));
}

/** Sets the quantity of one line; 0 or less removes it (specification 4.4: decrease at 1 removes the line). */
export function setLineQuantity(items: readonly CartItem[], key: string, quantity: number): CartItem[] {
  if (quantity < MIN_QUANTITY) return removeLine(items, key);
  return items.map((item) => (lineKey(item) === key ? { ...item, quantity: clampQuantity(quantity, lineStock(item)) } : item));
}

export const removeLine = (items: readonly CartItem[], key: string): CartItem[] => items.filter((item) => lineKey(item) !== key);

/** Units in the cart. */
export const countUnits = (items: readonly CartItem[]): number => items.reduce((sum, item) => sum + item.quantity, 0);

/** What a line costs, in paise. */
export const linePaise = (item: CartItem): number =>
  toPaise(item.selected_variant?.final_price ?? item.final_price) * item.quantity;

/** What the cart costs, in paise. Shipping is free (specification 2.8). */
export const cartPaise = (items: readonly CartItem[]): number => items.reduce((sum, item) => sum + linePaise(item), 0);
