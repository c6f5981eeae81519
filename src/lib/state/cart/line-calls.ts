import { isServerFailure, type Refused } from '#lib/client/request.ts';
import { isExternal } from '#lib/state/persistence/change-origin.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { isIdle, noteUncertain, overlapsCalls, setIdleHook, takeUncertain, whileBusy } from './busy.ts';
import { $cart } from './cart.ts';
import { fetchCart, mergeGuestCart, untilMerged } from './server-cart.ts';

/**
 * A customer's calls about cart lines: those of one line run one after the other, so that the server ends with the shopper's last click.
 * When the server may have ended with something else, the cart is loaded again once all calls are done.
 */

/** Tasks of each line that run or wait. */
const tasks = new Map<string, Promise<unknown>[]>();

/** Runs a task that makes calls about a line, after those before it. `task` must not throw. */
export function runForLine<T>(key: string, task: () => Promise<T>): Promise<T> {
  return whileBusy(async () => {
    const before = tasks.get(key) ?? [];
    const run = (before.at(-1) ?? untilMerged()).then(task);
    tasks.set(key, [...before, run]);
    try {
      return await run;
    } finally {
      const others = tasks.get(key)?.filter((other) => other !== run) ?? [];
      if (others.length > 0) tasks.set(key, others);
      else tasks.delete(key);
    }
  });
}

/** Whether no task of a line waits for the one that runs. */
export const isLast = (key: string): boolean => (tasks.get(key)?.length ?? 0) <= 1;

/** Loads the cart again if a refusal leaves open what the server did. */
export function noteRefusal(refused: Refused): void {
  if (isServerFailure(refused)) noteUncertain();
}

/** Loads the cart again, if that is needed, once no call is in flight. */
async function reloadUncertain(): Promise<void> {
  if (!isIdle() || !takeUncertain() || !isSignedIn()) return;
  const isLoaded = await ($cart.get().merged ? fetchCart : mergeGuestCart)({ quiet: true });
  if (!isLoaded && isSignedIn()) noteUncertain();
}

setIdleHook(reloadUncertain);
if (!import.meta.env.SSR) addEventListener('online', () => void reloadUncertain());

/** Another tab's change, or the server's lines that it requested, while calls of this tab were in flight. */
$cart.listen((cart, before) => {
  const { log } = cart;
  if (!isExternal(cart) || !isSignedIn() || log === before?.log) return;
  const known = new Set(before?.log.changes.map(({ id }) => id));
  const times = log.changes.filter(({ id }) => !known.has(id)).map(({ at }) => at);
  if (log.until !== before?.log.until) times.push(log.until);
  if (!times.some(overlapsCalls)) return;
  noteUncertain();
  void reloadUncertain();
});
