import { isServerFailure, type Refused } from '#lib/client/request.ts';
import type { CartItem } from '#lib/contract/cart.ts';
import type { LineChange } from '#lib/rules/cart/cart.ts';
import { $cart, changeLine, watchReset } from './cart.ts';
import { hasOtherCalls, markStale, untilMerged, whileBusy } from './customer-cart.ts';

/** The latest task of each line that runs or waits. */
const latest = new Map<string, Promise<unknown>>();

/**
 * A task that makes calls about a line; it must not throw. `show` changes the cart by its result: false, and without effect, when a sign-out
 * has reset the cart since the task was started. `isLast`: no other task waits for this one.
 */
type LineTask<T> = (show: (change: LineChange) => boolean, isLast: () => boolean) => Promise<T>;

/**
 * Runs a customer's task about a line after those before it, so that the server ends with the shopper's last click. Undefined when a
 * sign-out has reset the cart before the task could start.
 */
export function runForLine<T>(key: string, task: LineTask<T>): Promise<T | undefined> {
  const isSameCart = watchReset();
  const { merged } = $cart.get();
  const show = (change: LineChange): boolean => {
    if (isSameCart()) changeLine(change);
    return isSameCart();
  };
  return whileBusy(async () => {
    const isLast = (): boolean => latest.get(key) === run;
    const run = (latest.get(key) ?? untilMerged()).then(() => (isSameCart() ? task(show, isLast) : undefined));
    latest.set(key, run);
    try {
      return await run;
    } finally {
      // The same customer may have signed in again before the server changed the line; a merge has sent the lines without a refused change.
      if (!isSameCart() || merged !== $cart.get().merged) markStale();
      if (isLast()) latest.delete(key);
    }
  });
}

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
