import type { CartItem } from '#lib/contract/cart.ts';
import { MAX_LINE_QUANTITY, MIN_QUANTITY } from '#lib/contract/limits.ts';
import { toPaise } from '#lib/rules/money.ts';

/** Identity of a line item: product id and the variant's `product_variation`. */
export const lineKey = (item: Pick<CartItem, 'product_id' | 'selected_variant'>): string =>
  `${item.product_id}:${item.selected_variant?.product_variation ?? ''}`;

/** Available units: the selected variant's stock, else the product's. */
export const lineStock = (item: Pick<CartItem, 'product_stock' | 'selected_variant'>): number =>
  item.selected_variant?.stock ?? item.product_stock;

/** Whether a line item can be ordered; a sold-out one stays in the cart, but is in no total. */
export const isOrderable = (item: Pick<CartItem, 'product_stock' | 'selected_variant'>): boolean => lineStock(item) >= 1;

/** Maximum quantity of a line item with this stock. */
export const lineLimit = (stock: number): number => Math.min(Math.max(stock, 0), MAX_LINE_QUANTITY);

/** Number of units that can still be added: the lower of stock and line limit, minus the units in the cart. */
export const countAddableUnits = (stock: number, inCart: number): number =>
  Math.max(0, Math.min(stock, MAX_LINE_QUANTITY) - inCart);

/** Clamps a quantity between 1 and the line item's limit. A sold-out item has quantity 1, so that it can be shown and removed. */
export const clampQuantity = (quantity: number, stock: number): number =>
  Math.max(MIN_QUANTITY, Math.min(Math.trunc(quantity), lineLimit(stock)));

/** Adds a line item to a guest's cart: merges it with an equal item or appends it, within the quantity limit. */
export function addLine(items: readonly CartItem[], added: CartItem): CartItem[] {
  const key = lineKey(added);
  const existing = items.find((item) => lineKey(item) === key);
  const quantity = clampQuantity((existing?.quantity ?? 0) + added.quantity, lineStock(added));
  if (!existing) return [...items, { ...added, quantity }];
  return items.map((item) => (item === existing ? { ...existing, ...added, quantity } : item));
}

export const removeLine = (items: readonly CartItem[], key: string): CartItem[] => items.filter((item) => lineKey(item) !== key);

/** A change of one line. */
export type LineChange =
  /** Increases the line by `line.quantity`, or appends it. */
  | { kind: 'add'; line: CartItem }
  | { kind: 'step'; by: number }
  | { kind: 'update'; fields: Partial<CartItem> }
  /** Replaces the line, or inserts it at `index`, by default at the end. */
  | { kind: 'put'; line: CartItem; index?: number }
  | { kind: 'remove' };

/** A line with other fields, its quantity within the limit. `status` true and an empty message are the same as none. */
function updateLine(line: CartItem, fields: Partial<CartItem>): CartItem {
  const { status, message, ...updated } = { ...line, ...fields } as CartItem;
  const quantity = clampQuantity(updated.quantity, lineStock(updated));
  return { ...updated, quantity, ...(status === false && { status }), ...(message && { message }) };
}

/** Applies a change of the line with this key. A change of a line that has been removed meanwhile has no effect. */
export function applyChange(items: readonly CartItem[], key: string, change: LineChange): readonly CartItem[] {
  const mapLine = (map: (line: CartItem) => CartItem) => items.map((line) => (lineKey(line) === key ? map(line) : line));
  const index = (change.kind === 'put' ? change.index : undefined) ?? items.length;
  switch (change.kind) {
    case 'add':
      return addLine(items, change.line);
    case 'step':
      return mapLine((line) => updateLine(line, { quantity: line.quantity + change.by, message: '' }));
    case 'update':
      return mapLine((line) => updateLine(line, change.fields));
    case 'put':
      if (items.some((line) => lineKey(line) === key)) return mapLine((line) => ({ ...line, ...change.line }));
      return [...items.slice(0, index), change.line, ...items.slice(index)];
    case 'remove':
      return removeLine(items, key);
  }
}

/** Whether two carts have the same line items with the same quantities, in any order. */
export const haveSameLines = (one: readonly CartItem[], other: readonly CartItem[]): boolean => {
  const quantities = new Map(other.map((item) => [lineKey(item), item.quantity]));
  return one.length === other.length && one.every((item) => quantities.get(lineKey(item)) === item.quantity);
};

/** Total number of units in the cart. */
export const countUnits = (items: readonly CartItem[]): number => items.reduce((sum, item) => sum + item.quantity, 0);

/** Price of one unit, in rupees of the wire. */
export const unitPrice = (item: Pick<CartItem, 'final_price' | 'selected_variant'>): string =>
  item.selected_variant?.final_price ?? item.final_price;

/** Price of a line item, in paise. */
export const linePaise = (item: CartItem): number => toPaise(unitPrice(item)) * item.quantity;

/** What a line item costs less than its MRP, in paise; 0 if there is no MRP or it is not higher. */
export const lineSavings = (item: CartItem): number =>
  item.mrp === undefined ? 0 : Math.max(0, toPaise(item.mrp) * item.quantity - linePaise(item));

/** Items total of the cart, in paise. */
export const cartPaise = (items: readonly CartItem[]): number =>
  items.filter(isOrderable).reduce((sum, item) => sum + linePaise(item), 0);

/** What the cart costs less than its MRP, in paise. */
export const cartSavings = (items: readonly CartItem[]): number =>
  items.filter(isOrderable).reduce((sum, item) => sum + lineSavings(item), 0);
