import { addToCartCall } from '#lib/contract/cart.ts';
import { MIN_QUANTITY } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { clampQuantity, lineStock, updateLine } from '#lib/rules/cart/cart.ts';
import { joinMessages, textOf, toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { toLineBody } from './build-line.ts';
import { changeLine, findLine } from './cart.ts';
import { noteRefusal, pendingQuantities, runForLine } from './line-call-queue.ts';
import { removeCartItem } from './remove-line.ts';
import { reportUnits } from './report-cart-events.ts';
import { applyResult, confirmGuestChange, findResult } from './toasts-and-results.ts';

/**
 * Changes a line's quantity, at most to its stock and 5; below 1 the line is removed. For a customer the update is optimistic and undone when
 * the server refuses it; changes made while one is in flight are coalesced into the latest. A guest's steps in two tabs add up.
 */
async function changeQuantity(key: string, next: (quantity: number) => number): Promise<void> {
  const line = findLine(key);
  if (!line) return;
  const quantity = next(line.quantity);
  if (quantity < MIN_QUANTITY) return void (await removeCartItem(key));
  const isGuest = !isSignedIn();
  const wanted = clampQuantity(quantity, lineStock(line));
  changeLine(updateLine(key, (shown) => ({ quantity: isGuest ? next(shown.quantity) : wanted, message: '' })));
  reportUnits(line, wanted - line.quantity);
  if (isGuest) return confirmGuestChange(success.quantityUpdated);
  const change = pendingQuantities.get(key);
  if (change) {
    change.wanted = wanted;
    return;
  }
  pendingQuantities.set(key, { line, wanted, confirmed: line.quantity });
  await runForLine(key, () => sendQuantity(key));
}

/** Sends a line's latest quantity and shows the result, several messages as one toast. */
async function sendQuantity(key: string): Promise<void> {
  const change = pendingQuantities.get(key);
  // The line was removed meanwhile.
  if (!change) return;
  const { wanted, line } = change;
  const sent = callStore(addToCartCall, { body: toLineBody(line, wanted), failure: failure.cartUpdate });
  const { reply, refused } = await runCall(sent);
  const result = reply && findResult(line, reply.data.results);
  if (result?.status) change.confirmed = result.quantity;
  else noteRefusal(refused);
  if (pendingQuantities.get(key) !== change) return;
  if (change.wanted !== wanted) return sendQuantity(key);
  pendingQuantities.delete(key);
  changeLine(updateLine(key, (shown) => (result?.status ? applyResult(shown, result) : { quantity: change.confirmed })));
  if (refused) {
    const shortened = { ...refused, message: joinMessages(refused.message) };
    return toastRefusedChange(shortened, () => void setQuantity(key, wanted));
  }
  if (!reply) return;
  const text = textOf(reply, success.cartUpdated);
  if (result?.status) toastSuccess(text);
  else toastError(result?.message || failure.cartUpdate);
}

export const setQuantity = (key: string, quantity: number): Promise<void> => changeQuantity(key, () => quantity);
export const increaseQuantity = (key: string): Promise<void> => changeQuantity(key, (quantity) => quantity + 1);
export const decreaseQuantity = (key: string): Promise<void> => changeQuantity(key, (quantity) => quantity - 1);
