import { MIN_QUANTITY } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { clampQuantity, lineStock, updateLine } from '#lib/rules/cart/cart.ts';
import { joinMessages, textOf } from '#lib/state/calls/call-messages.ts';
import { findLine } from './cart.ts';
import { removeCartItem } from './remove-line.ts';
import { reportUnits } from './report-cart-events.ts';
import { sendLine, toastDone, toastUndone } from './send-line.ts';

/**
 * Changes a line's quantity, at most to its stock and 5; below 1 the line is removed. For a customer the update is optimistic and undone when
 * the server refuses it; of changes made while one is in flight only the latest is sent.
 */
async function changeQuantity(key: string, next: (quantity: number) => number): Promise<void> {
  const line = findLine(key);
  if (!line) return;
  const quantity = next(line.quantity);
  if (quantity < MIN_QUANTITY) return void (await removeCartItem(key));
  const wanted = clampQuantity(quantity, lineStock(line));
  reportUnits(line, wanted - line.quantity);
  const show = updateLine(key, () => ({ quantity: wanted, message: '' }));
  const sent = await sendLine(line, wanted, { show, isReplaceable: true, failure: failure.cartUpdate });
  if (sent?.isDone) return toastDone(sent, success.quantityUpdated, (reply) => textOf(reply, success.cartUpdated));
  if (!sent) return;
  const refused = sent.refused && { ...sent.refused, message: joinMessages(sent.refused.message) };
  toastUndone({ ...sent, ...(refused && { refused }) }, failure.cartUpdate, () => void setQuantity(key, wanted));
}

export const setQuantity = (key: string, quantity: number): Promise<void> => changeQuantity(key, () => quantity);
export const increaseQuantity = (key: string): Promise<void> => changeQuantity(key, (quantity) => quantity + 1);
export const decreaseQuantity = (key: string): Promise<void> => changeQuantity(key, (quantity) => quantity - 1);
