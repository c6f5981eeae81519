import { addToCartCall, type CartItem } from '#lib/contract/cart.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { lineKey, lineLimit, lineStock } from '#lib/rules/cart/cart.ts';
import { describeChanges, isOverLimit } from '#lib/rules/cart/cart-notes.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { toLineBody } from './build-line.ts';
import { noteUncertain, whileBusy } from './calls-in-flight.ts';
import { $cart, changeLine, findLine, replaceCart, watchReset } from './cart.ts';
import { findResult } from './toasts-and-results.ts';

/** Shows the server's lines in the order that this device has them, with what has changed, and lowers quantities to the stock. */
export async function showServerLines(cart: readonly CartItem[], merged: boolean, at: number): Promise<void> {
  const before = $cart.get().cartItems;
  const position = (line: CartItem) => {
    const index = before.findIndex((known) => lineKey(known) === lineKey(line));
    return index < 0 ? before.length : index;
  };
  const ordered = [...cart].sort((one, other) => position(one) - position(other));
  const tooMany = ordered.filter(isOverLimit);
  replaceCart(
    ordered.map((line) => withNote(line, before)),
    merged,
    at,
  );
  await Promise.all(tooMany.map(lowerQuantity));
}

/** The server's line; a note replaces its problem when lowering the quantity solves it. */
function withNote(line: CartItem, before: readonly CartItem[]): CartItem {
  if (line.status === false && !isOverLimit(line)) return line;
  const { status: _status, message: _message, ...rest } = line;
  const message = describeChanges(
    before.find((known) => lineKey(known) === lineKey(line)),
    line,
  );
  return { ...rest, quantity: isOverLimit(line) ? lineLimit(lineStock(line)) : line.quantity, ...(message && { message }) };
}

/** Lowers a line's quantity on the server to its stock; shows the server's line again when that fails. */
const lowerQuantity = (line: CartItem): Promise<void> =>
  whileBusy(async () => {
    const key = lineKey(line);
    const limit = lineLimit(lineStock(line));
    const isSameCart = watchReset();
    const { reply } = await runCall(callStore(addToCartCall, { body: toLineBody(line, limit), failure: failure.cartUpdate }));
    if (!isSameCart()) return;
    const isLowered = reply && findResult(line, reply.data.results)?.status;
    const shown = findLine(key);
    // The shopper's own change of the line may have reached the server first.
    if (isLowered && shown?.quantity !== limit) noteUncertain();
    if (!isLowered && shown) changeLine(key, { kind: 'put', line });
  });
