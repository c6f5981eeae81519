import { cartTime } from './cart.ts';

/** Calls in flight that change the cart on the server, and the latest periods with any, in the cart's time. */
let calls = 0;
let periods: { from: number; to: number }[] = [];

/** How many periods are kept: messages of other tabs may arrive some periods late. */
const MAX_PERIODS = 20;
let onIdle: (() => Promise<void>) | undefined;
let isUncertain = false;

/** Runs `task`, which makes calls that change the cart. After the last of several, the idle hook runs. */
export async function whileBusy<T>(task: () => Promise<T>): Promise<T> {
  calls += 1;
  if (calls === 1) periods = [...periods.slice(1 - MAX_PERIODS), { from: cartTime(), to: Number.POSITIVE_INFINITY }];
  try {
    return await task();
  } finally {
    calls -= 1;
    if (calls === 0) {
      for (const period of periods.slice(-1)) period.to = cartTime();
      await onIdle?.();
    }
  }
}

export const isIdle = (): boolean => calls === 0;

/** Sets the hook that runs after the last of several calls. */
export function setIdleHook(hook: () => Promise<void>): void {
  onIdle = hook;
}

/** Records that the server may have other lines than this tab shows. */
export function noteUncertain(): void {
  isUncertain = true;
}

/** Whether that was recorded since the last call of this function. */
export function takeUncertain(): boolean {
  const wasUncertain = isUncertain;
  isUncertain = false;
  return wasUncertain;
}

/** How far the times of two tabs may be apart, in milliseconds: a cart that was just reset is ahead of the clock. */
const CLOCK_MARGIN_MS = 100;

/** Whether another tab's change or request at this time may overlap with calls of this tab: the server's order is then unknown. */
export const overlapsCalls = (at: number): boolean =>
  periods.some(({ from, to }) => at >= from - CLOCK_MARGIN_MS && at <= to + CLOCK_MARGIN_MS);
