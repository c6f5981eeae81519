import { addToCartCall, type CartItem } from '#lib/contract/cart.ts';
import { failure, lineLimitReached, soldOut } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { clampQuantity, countAddableUnits, lineKey, lineStock } from '#lib/rules/cart/cart.ts';
import { messageOf, toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { toLineBody } from './build-line.ts';
import { $cart, changeLine, findLine, openCart, setCartFields } from './cart.ts';
import { noteRefusal, runForLine, type ShowResult } from './line-call-queue.ts';
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
  changeLine(key, { kind: 'add', line });
  openCart();
  confirmGuestChange(inCart > 0 ? success.quantityUpdated : success.itemAdded);
  return true;
}

/** `total`: the line's quantity after an earlier try, whose result may be unknown. */
async function addForCustomer(line: CartItem, total?: number): Promise<boolean> {
  return (await runForLine(lineKey(line), (showResult) => sendAddition(line, showResult, total))) ?? false;
}

async function sendAddition(
  line: CartItem,
  showResult: ShowResult,
  total = (findLine(lineKey(line))?.quantity ?? 0) + line.quantity,
): Promise<boolean> {
  const quantity = clampQuantity(total, lineStock(line));
  const { reply, refused } = await runCall(callStore(addToCartCall, { body: toLineBody(line, quantity) }), {
    track: ({ loading, ...error }) => $cart.set({ ...$cart.get(), addLoading: loading, ...error }),
  });
  if (refused) {
    noteRefusal(refused);
    toastRefusedChange(refused, () => void addForCustomer(line, quantity));
  }
  if (!reply) return false;
  const result = findResult(line, reply.data.results);
  if (!result?.status) {
    const error = result?.message || failure.cartAdd;
    setCartFields({ error });
    toastError(error);
    return false;
  }
  if (!showResult({ kind: 'put', line: applyResult(line, result) })) return false;
  openCart();
  const messages = messageOf(reply, success.itemAddedServer);
  toastSuccess(messages);
  return true;
}
