import { isServerFailure, type Refused } from '#lib/client/request.ts';
import { isExternal } from '#lib/state/persistence/change-origin.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { $cart, cartTime } from './cart.ts';
import { fetchCart, mergeGuestCart, untilMerged } from './server-cart.ts';

/**
 * A customer's calls about cart lines: those of one line run one after the other, so that the server ends with the shopper's last click.
 * When the server may have ended with something else, the cart is loaded again once all calls are done.
 */

/** Tasks of each line that run or wait. */
const tasks = new Map<string, Promise<unknown>[]>();

/** The latest period with tasks, in the cart's time. */
let busy = { from: 0, to: 0 };

let isUncertain = false;

/** Runs a task that makes calls about a line, after those before it. `task` must not throw. */
export async function runForLine<T>(key: string, task: () => Promise<T>): Promise<T> {
  if (tasks.size === 0) busy = { from: cartTime(), to: Number.POSITIVE_INFINITY };
  const before = tasks.get(key) ?? [];
  const run = (before.at(-1) ?? untilMerged()).then(task);
  tasks.set(key, [...before, run]);
  try {
    return await run;
  } finally {
    const others = tasks.get(key)?.filter((other) => other !== run) ?? [];
    if (others.length > 0) tasks.set(key, others);
    else tasks.delete(key);
    if (tasks.size === 0) {
      busy.to = cartTime();
      if (isUncertain) await reload();
    }
  }
}

/** Whether no task of a line waits for the one that runs. */
export const isLast = (key: string): boolean => (tasks.get(key)?.length ?? 0) <= 1;

/** Loads the cart again if a refusal leaves open what the server did. */
export function noteRefusal(refused: Refused): void {
  if (isServerFailure(refused)) isUncertain = true;
}

async function reload(): Promise<void> {
  isUncertain = false;
  if (!isSignedIn()) return;
  const isLoaded = await ($cart.get().merged ? fetchCart : mergeGuestCart)({ quiet: true });
  if (!isLoaded) isUncertain = isSignedIn();
}

if (!import.meta.env.SSR) addEventListener('online', () => isUncertain && tasks.size === 0 && void reload());

/** Another tab's change while calls of this tab were in flight: replies may have come in another order than the server's. */
$cart.listen((cart, before) => {
  if (!isExternal(cart) || !isSignedIn() || cart.log === before?.log) return;
  const known = new Set(before?.log.changes.map(({ id }) => id));
  if (!cart.log.changes.some(({ id, at }) => !known.has(id) && at >= busy.from && at <= busy.to)) return;
  isUncertain = true;
  if (tasks.size === 0) void reload();
});
