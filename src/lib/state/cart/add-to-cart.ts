import type { CartItem } from '#lib/contract/cart.ts';
import { failure, lineLimitReached, soldOut } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { clampQuantity, countAddableUnits, lineKey, lineStock, putLine } from '#lib/rules/cart/cart.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import type { CallProgress } from '#lib/state/calls/run-call.ts';
import { watchReset } from '#lib/state/persistence/shared-map.ts';
import { toastError } from '#lib/state/ui/toasts.ts';
import { findLine, openCart, setCartFields } from './cart.ts';
import { reportUnits } from './report-cart-events.ts';
import { sendLine, toastDone, toastUndone, wantedQuantity } from './send-line.ts';

/**
 * Adds `line.quantity` units of a line, within its stock and the limit of 5, and opens the cart popup. A guest's cart is local, a
 * customer's is on the server. False when nothing was added.
 */
export async function addToCart(line: CartItem): Promise<boolean> {
  const isSameCart = watchReset();
  const inCart = findLine(lineKey(line))?.quantity ?? 0;
  if (!isSameCart()) return false;
  if (countAddableUnits(lineStock(line), inCart) === 0) {
    toastError(lineStock(line) === 0 ? soldOut(line.product_name) : lineLimitReached(line.product_name));
    return false;
  }
  return addTotal(line, clampQuantity(wantedQuantity(lineKey(line)) + line.quantity, lineStock(line)));
}

const track = ({ loading, ...error }: CallProgress): void => setCartFields({ addLoading: loading, ...error });

/** Sets the units of an added line: the result of an earlier try may be unknown. */
async function addTotal(line: CartItem, total: number): Promise<boolean> {
  const before = wantedQuantity(lineKey(line));
  const sent = await sendLine(line, total, { track });
  if (!sent?.isDone) {
    if (sent?.reply) setCartFields({ error: sent.result?.message || failure.cartAdd });
    if (sent) toastUndone(sent, failure.cartAdd, () => void addTotal(line, total));
    return false;
  }
  reportUnits(line, (sent.result?.quantity ?? total) - before);
  openCart();
  toastDone(sent, before > 0 ? success.quantityUpdated : success.itemAdded, (reply) => messageOf(reply, success.itemAddedServer));
  return true;
}

/** Restores a removed line with its quantity at its index; gives it up when the server refuses. */
export async function restoreLine(line: CartItem, index: number): Promise<void> {
  reportUnits(line, line.quantity);
  const sent = await sendLine(line, line.quantity, { show: putLine(line, index) });
  if (sent?.isDone) toastDone(sent, success.itemAdded, (reply) => messageOf(reply, success.itemAddedServer));
  else if (sent) toastUndone(sent, failure.cartAdd, () => void restoreLine(line, index));
}
