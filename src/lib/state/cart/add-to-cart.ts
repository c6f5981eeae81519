import { addToCartCall, type CartItem } from '#lib/contract/cart.ts';
import { failure, lineLimitReached, soldOut } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { addLine, clampQuantity, countAddableUnits, lineKey, lineStock, putLine, removeLine } from '#lib/rules/cart/cart.ts';
import { messageOf, toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type CallProgress, runCall } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { toLineBody } from './build-line.ts';
import { changeLine, findLine, openCart, setCartFields } from './cart.ts';
import { noteRefusal, runForLine } from './line-call-queue.ts';
import { reportUnits } from './report-cart-events.ts';
import { applyResult, confirmGuestChange, findResult } from './toasts-and-results.ts';

/**
 * Adds `line.quantity` units of a line, within its stock and the limit of 5, and opens the cart popup. A guest's cart is local, a
 * customer's is on the server. False when nothing was added.
 */
export async function addToCart(line: CartItem): Promise<boolean> {
  const key = lineKey(line);
  const inCart = findLine(key)?.quantity ?? 0;
  if (countAddableUnits(lineStock(line), inCart) === 0) {
    toastError(lineStock(line) === 0 ? soldOut(line.product_name) : lineLimitReached(line.product_name));
    return false;
  }
  if (isSignedIn()) return addForCustomer(line);
  changeLine(addLine(line));
  reportUnits(line, Math.min(line.quantity, countAddableUnits(lineStock(line), inCart)));
  openCart();
  confirmGuestChange(inCart > 0 ? success.quantityUpdated : success.itemAdded);
  return true;
}

/** Restores a removed line with its quantity at its index; gives it up when the server refuses. */
export function restoreLine(line: CartItem, index: number): void {
  changeLine(putLine(line, index));
  reportUnits(line, line.quantity);
  if (isSignedIn()) void addForCustomer(line, { total: line.quantity, index });
  else confirmGuestChange(success.itemAdded);
}

const trackAddition = ({ loading, ...error }: CallProgress): void => setCartFields({ addLoading: loading, ...error });

/** `total`: the line's quantity afterwards, by default what is in the cart more. `index`: the line is restored there, and shown already. */
async function addForCustomer(line: CartItem, { total, index }: { total?: number; index?: number } = {}): Promise<boolean> {
  const key = lineKey(line);
  const isAdded = await runForLine(key, async (show) => {
    const quantity = clampQuantity(total ?? (findLine(key)?.quantity ?? 0) + line.quantity, lineStock(line));
    const { reply, refused } = await runCall(
      callStore(addToCartCall, { body: toLineBody(line, quantity) }),
      index === undefined ? { track: trackAddition } : {},
    );
    if (refused) {
      noteRefusal(refused);
      // The result of this try may be unknown.
      const retry = () => (index === undefined ? void addForCustomer(line, { total: quantity }) : restoreLine(line, index));
      toastRefusedChange(refused, retry);
    }
    const result = reply && findResult(line, reply.data.results);
    if (result?.status) {
      if (index === undefined) reportUnits(line, result.quantity - (findLine(key)?.quantity ?? 0));
      if (!show(putLine(applyResult(line, result), index))) return false;
      if (index === undefined) openCart();
      toastSuccess(messageOf(reply ?? {}, success.itemAddedServer));
      return true;
    }
    if (index !== undefined && findLine(key)) show(removeLine(key));
    if (reply) {
      const error = result?.message || failure.cartAdd;
      setCartFields({ error });
      toastError(error);
    }
    return false;
  });
  return isAdded ?? false;
}
