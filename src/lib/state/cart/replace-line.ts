import type { CartItem } from '#lib/contract/cart.ts';
import { MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';
import { lineLimitReached } from '#lib/contract/messages/failures.ts';
import { quantityLowered } from '#lib/contract/messages/notices.ts';
import { clampQuantity, type LineChange, lineKey, lineStock, putLine, removeLine, updateLine } from '#lib/rules/cart/cart.ts';

/** What a line of another variant is to say when it cannot have all units of the line that it replaces. */
const loweredNote = (line: CartItem): string =>
  lineStock(line) < MAX_LINE_QUANTITY ? quantityLowered(lineStock(line)) : lineLimitReached(line.product_name);

/**
 * Puts another variant in the place of a line, with its units: they are added to those that the cart has of it, within the limit, or make
 * `total`. Has no effect once the line is gone.
 */
export const replaceLine =
  (key: string, other: CartItem, total?: number): LineChange =>
  (items) => {
    const index = items.findIndex((item) => lineKey(item) === key);
    const line = items[index];
    if (!line || lineKey(other) === key) return items;
    const wanted = total ?? line.quantity + (items.find((item) => lineKey(item) === lineKey(other))?.quantity ?? 0);
    const quantity = clampQuantity(wanted, lineStock(other));
    const replaced = putLine({ ...other, quantity, message: quantity < wanted ? loweredNote(other) : '' }, index)(items);
    return updateLine(lineKey(other), () => ({}))(removeLine(key)(replaced));
  };
