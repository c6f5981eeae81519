import { isServerFailure, type Refused } from '#lib/client/request.ts';
import type { CartItem } from '#lib/contract/cart.ts';
import type { LineChange } from '#lib/rules/cart/cart.ts';
import { $cart, changeLine, watchReset } from './cart.ts';
import { hasOtherCalls, markStale, untilMerged, whileBusy } from './customer-cart.ts';

/**
 * A customer's calls about cart lines: those of one line run one after the other, so that the server ends with the shopper's last click.
 */

/** Tasks of each line that run or wait. */
const tasks = new Map<string, Promise<unknown>[]>();

/** Shows the result of a call. False, and without effect, when a sign-out has reset the cart since the task was started. */
export type ShowResult = (change: LineChange) => boolean;

/**
 * Runs a task that makes calls about a line, after those before it. `task` must not throw. Undefined when a sign-out has reset the cart
 * before the task could start.
 */
export function runForLine<T>(key: string, task: (showResult: ShowResult) => Promise<T>): Promise<T | undefined> {
  const isSameCart = watchReset();
  const { merged } = $cart.get();
  const showResult: ShowResult = (change) => {
    if (isSameCart()) changeLine(key, change);
    return isSameCart();
  };
  return whileBusy(async () => {
    const before = tasks.get(key) ?? [];
    const run = (before.at(-1) ?? untilMerged()).then(() => (isSameCart() ? task(showResult) : undefined));
    tasks.set(key, [...before, run]);
    try {
      return await run;
    } finally {
      // The same customer may have signed in again before the server changed the line; a merge has sent the lines without a refused change.
      if (!isSameCart() || merged !== $cart.get().merged) markStale();
      const others = tasks.get(key)?.filter((other) => other !== run) ?? [];
      if (others.length > 0) tasks.set(key, others);
      else tasks.delete(key);
    }
  });
}

/** Whether no task of a line waits for the one that runs. */
export const isLast = (key: string): boolean => (tasks.get(key)?.length ?? 0) <= 1;

/**
 * Loads the cart again if a refusal does not say whether the server has changed it, or while it is being loaded or merged: the reply may lack
 * the change that is undone. `refused` is undefined where the reply refuses one line.
 */
export function noteRefusal(refused: Refused | undefined): void {
  if (!refused || isServerFailure(refused) || hasOtherCalls()) markStale();
}

/** A line's quantity changes in flight: the latest wanted quantity, and the one that the server last confirmed. */
interface PendingQuantity {
  line: CartItem;
  wanted: number;
  confirmed: number;
}

/** By the line's key. A line that is removed, or reset by a sign-out, loses its entry: a change in flight then ends silently. */
export const pendingQuantities = new Map<string, PendingQuantity>();

$cart.listen(({ reset }, before) => {
  if (before && reset !== before.reset) pendingQuantities.clear();
});
