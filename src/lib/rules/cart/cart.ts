import type { CartItem } from '#lib/contract/cart.ts';
import { MAX_LINE_QUANTITY, MIN_QUANTITY } from '#lib/contract/limits.ts';
import { priceWentUp } from '#lib/contract/messages/notices.ts';
import { formatRupees, toPaise } from '#lib/rules/money.ts';

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
export const countAddableUnits = (stock: number, inCart: number): number => Math.max(0, lineLimit(stock) - inCart);

/** Clamps a quantity between 1 and the line item's limit. A sold-out item has quantity 1, so that it can be shown and removed. */
export const clampQuantity = (quantity: number, stock: number): number =>
  Math.max(MIN_QUANTITY, Math.min(Math.trunc(quantity), lineLimit(stock)));

/** A change of the lines of a cart. A change of a line that has been removed meanwhile has no effect. */
export type LineChange = (items: readonly CartItem[]) => readonly CartItem[];

const mapLine = (items: readonly CartItem[], key: string, map: (line: CartItem) => CartItem) =>
  items.map((line) => (lineKey(line) === key ? map(line) : line));

/** Replaces the line, or inserts it at `index`, by default at the end. */
export const putLine =
  (line: CartItem, index = Number.POSITIVE_INFINITY): LineChange =>
  (items) =>
    items.some((item) => lineKey(item) === lineKey(line))
      ? mapLine(items, lineKey(line), (item) => ({ ...item, ...line }))
      : [...items.slice(0, index), line, ...items.slice(index)];

/** Changes fields of a line, its quantity within the limit. `status` true and an empty message are the same as none. */
export const updateLine =
  (key: string, update: (line: CartItem) => Partial<CartItem>): LineChange =>
  (items) =>
    mapLine(items, key, (line) => {
      const { status, message, ...updated } = { ...line, ...update(line) } as CartItem;
      const quantity = clampQuantity(updated.quantity, lineStock(updated));
      return { ...updated, quantity, ...(status === false && { status }), ...(message && { message }) };
    });

export const removeLine =
  (key: string): LineChange =>
  (items) =>
    items.filter((item) => lineKey(item) !== key);

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

/** Whether the line has a notice that its price went up. */
function hasRisen(item: CartItem): boolean {
  const { message = '' } = item;
  const gap = '\0';
  const [start = '', end = ''] = priceWentUp(gap, formatRupees(unitPrice(item))).split(gap);
  return message.startsWith(start) && message.includes(end);
}

/** What a line item costs less than its MRP, in paise; 0 if there is no MRP or it is not higher, or its price has just gone up. */
export const lineSavings = (item: CartItem): number =>
  item.mrp === undefined || hasRisen(item) ? 0 : Math.max(0, toPaise(item.mrp) * item.quantity - linePaise(item));

/** Items total of the cart, in paise. */
export const cartPaise = (items: readonly CartItem[]): number =>
  items.filter(isOrderable).reduce((sum, item) => sum + linePaise(item), 0);

/** What the cart costs less than its MRP, in paise. */
export const cartSavings = (items: readonly CartItem[]): number =>
  items.filter(isOrderable).reduce((sum, item) => sum + lineSavings(item), 0);
