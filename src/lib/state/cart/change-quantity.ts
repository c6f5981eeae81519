import { addToCartCall } from '#lib/contract/cart.ts';
import { MIN_QUANTITY } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { clampQuantity, lineStock } from '#lib/rules/cart/cart.ts';
import { joinMessages, textOf, toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { toLineBody } from './build-line.ts';
import { changeLine, findLine } from './cart.ts';
import { noteRefusal, pendingQuantities, runForLine } from './line-call-queue.ts';
import { removeCartItem } from './remove-line.ts';
import { applyResult, confirmGuestChange, findResult } from './toasts-and-results.ts';

/**
 * Sets a line's quantity, at most its stock and 5; below 1 the line is removed. For a customer the update is optimistic and undone when
 * the server refuses it. Changes made while one is in flight are coalesced into the latest.
 */
export async function setQuantity(key: string, quantity: number): Promise<void> {
  const line = findLine(key);
  if (!line) return;
  if (quantity < MIN_QUANTITY) return removeCartItem(key);
  const wanted = clampQuantity(quantity, lineStock(line));
  changeLine(key, { kind: 'update', fields: { quantity: wanted, message: '' } });
  if (!isSignedIn()) return confirmGuestChange(success.quantityUpdated);
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
  const body = toLineBody(line, wanted);
  const { reply, refused } = await runCall(callStore(addToCartCall, { body, failure: failure.cartUpdate }));
  const result = reply && findResult(line, reply.data.results);
  if (result?.status) change.confirmed = result.quantity;
  else noteRefusal(refused);
  if (pendingQuantities.get(key) !== change) return;
  if (change.wanted !== wanted) return sendQuantity(key);
  pendingQuantities.delete(key);
  const shown = findLine(key) ?? line;
  changeLine(key, { kind: 'update', fields: result?.status ? applyResult(shown, result) : { quantity: change.confirmed } });
  if (refused) {
    const shortened = { ...refused, message: joinMessages(refused.message) };
    return toastRefusedChange(shortened, () => void setQuantity(key, wanted));
  }
  if (!reply) return;
  const text = textOf(reply, success.cartUpdated);
  if (result?.status) toastSuccess(text);
  else toastError(result?.message || failure.cartUpdate);
}

/** Changes a line's quantity by one; a guest's steps in two tabs add up. */
async function step(key: string, by: 1 | -1): Promise<void> {
  const quantity = (findLine(key)?.quantity ?? 0) + by;
  if (isSignedIn() || quantity < MIN_QUANTITY) return setQuantity(key, quantity);
  changeLine(key, { kind: 'step', by });
  confirmGuestChange(success.quantityUpdated);
}

export const increaseQuantity = (key: string): Promise<void> => step(key, 1);
export const decreaseQuantity = (key: string): Promise<void> => step(key, -1);
