import { addToCartCall, type CartItem, removeToCartCall } from '#lib/contract/cart.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { messageOf, toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { toLineBody } from './build-line.ts';
import { $cart, changeLine, findLine, watchReset } from './cart.ts';
import { isLast, noteRefusal, pendingQuantities, runForLine, type ShowResult } from './line-call-queue.ts';
import { applyResult, confirmGuestChange, findResult } from './toasts-and-results.ts';

interface RemovalOptions {
  /** Shown in place of the store's message. */
  message?: string;
  /** Shows no toast when the line was removed. */
  quiet?: boolean;
  /** Runs when the shopper undoes the removal. */
  onUndo?: () => void;
}

/**
 * Removes a line and offers to undo it; restores it at its index when the server refuses. True when it was removed.
 */
export async function removeLineItem(key: string, options: RemovalOptions = {}): Promise<boolean> {
  const { message, quiet, onUndo } = options;
  const line = findLine(key);
  if (!line) return false;
  const index = $cart.get().cartItems.indexOf(line);
  const pending = pendingQuantities.get(key);
  const isSameCart = watchReset();
  pendingQuantities.delete(key);
  changeLine(key, { kind: 'remove' });
  const putBack = () => {
    const quantity = pending?.confirmed ?? line.quantity;
    if (!findLine(key) && isSameCart()) changeLine(key, { kind: 'put', line: { ...line, quantity }, index });
  };
  const retry = () => void removeLineItem(key, options);
  const removed = (showResult: ShowResult) => sendRemoval(line, { putBack, retry }, showResult);
  const text = isSignedIn() ? await runForLine(key, removed) : success.itemRemoved;
  if (!text) return false;
  if (quiet) return true;
  const undo = () => {
    if (!isSameCart()) return;
    onUndo?.();
    void restoreLine(line, index);
  };
  toastSuccess(message ?? text, { action: { label: 'Undo', run: undo } });
  return true;
}

/** As `removeLineItem`, for callers that need no result. */
export async function removeCartItem(key: string): Promise<void> {
  await removeLineItem(key);
}

/** Removes a line on the server; the store's message, undefined when it was refused. */
async function sendRemoval(
  line: CartItem,
  { putBack, retry }: { putBack: () => void; retry: () => void },
  showResult: ShowResult,
): Promise<string | string[] | undefined> {
  const key = lineKey(line);
  const body = {
    product_id: line.product_id,
    retailer_product_id: line.retailer_product_id ?? null,
    variant_id: line.id ?? line.selected_variant?.id ?? null,
  };
  const { reply, refused } = await runCall(callStore(removeToCartCall, { body }));
  if (refused) {
    noteRefusal(refused);
    toastRefusedChange(refused, retry);
  }
  if (!reply) {
    putBack();
    return undefined;
  }
  // A cart that is loaded while the call is in flight may show the line again.
  if (isLast(key)) showResult({ kind: 'remove' });
  return messageOf(reply, success.itemRemoved);
}

/** Restores a removed line with its quantity at its index; gives it up when the server refuses. */
async function restoreLine(line: CartItem, index: number): Promise<void> {
  const key = lineKey(line);
  changeLine(key, { kind: 'put', line, index });
  if (!isSignedIn()) return confirmGuestChange(success.itemAdded);
  await runForLine(key, async (showResult) => {
    const { reply, refused } = await runCall(callStore(addToCartCall, { body: toLineBody(line, line.quantity) }));
    if (refused) {
      noteRefusal(refused);
      toastRefusedChange(refused, () => void restoreLine(line, index));
    }
    const result = reply && findResult(line, reply.data.results);
    if (result?.status) {
      if (showResult({ kind: 'put', line: applyResult(line, result), index }))
        toastSuccess(messageOf(reply ?? {}, success.itemAddedServer));
      return;
    }
    if (findLine(key)) showResult({ kind: 'remove' });
    if (reply) toastError(result?.message || failure.cartAdd);
  });
}
