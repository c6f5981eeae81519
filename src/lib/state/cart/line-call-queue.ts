import { isServerFailure, type Refused } from '#lib/client/request.ts';
import type { LineChange } from '#lib/contract/cart.ts';
import { haveSameLines } from '#lib/rules/cart/cart.ts';
import { isExternal } from '#lib/state/persistence/change-origin.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { isIdle, noteUncertain, overlapsCalls, setIdleHook, takeUncertain, whileBusy } from './calls-in-flight.ts';
import { $cart, changeLine, watchReset } from './cart.ts';
import { fetchCart } from './fetch-cart.ts';
import { mergeGuestCart, untilMerged } from './merge-guest-cart.ts';

/**
 * A customer's calls about cart lines: those of one line run one after the other, so that the server ends with the shopper's last click.
 * When the server may have ended with something else, the cart is loaded again once all calls are done.
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
      // The same customer may have signed in again before the server changed the line.
      if (!isSameCart()) noteUncertain();
      const others = tasks.get(key)?.filter((other) => other !== run) ?? [];
      if (others.length > 0) tasks.set(key, others);
      else tasks.delete(key);
    }
  });
}

/** Whether no task of a line waits for the one that runs. */
export const isLast = (key: string): boolean => (tasks.get(key)?.length ?? 0) <= 1;

/** Loads the cart again if a refusal does not say whether the server has changed it. */
export function noteRefusal(refused: Refused): void {
  if (isServerFailure(refused)) noteUncertain();
}

/** Loads the cart again, if needed, once no call is in flight. */
async function reloadUncertain(): Promise<void> {
  if (!isIdle() || !takeUncertain() || !isSignedIn()) return;
  const isLoaded = await ($cart.get().merged ? fetchCart : mergeGuestCart)({ quiet: true });
  if (!isLoaded && isSignedIn()) noteUncertain();
}

setIdleHook(reloadUncertain);
if (!import.meta.env.SSR) addEventListener('online', () => void reloadUncertain());

/**
 * Another tab's change, or the server's lines that it requested, while calls of this tab were in flight. Lines that this tab shows already
 * are no reason to load them: two tabs would answer each other's reloads.
 */
$cart.listen((cart, before) => {
  const { log } = cart;
  if (!isExternal(cart) || !isSignedIn() || log === before?.log) return;
  const known = new Set(before?.log.changes.map(({ id }) => id));
  const times = log.changes.filter(({ id }) => !known.has(id)).map(({ at }) => at);
  if (log.until !== before?.log.until && !haveSameLines(log.base, before?.cartItems ?? [])) times.push(log.until);
  if (!times.some(overlapsCalls)) return;
  noteUncertain();
  void reloadUncertain();
});
