import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Delay per millisecond of rendering: while the event loop is busy, rendering gets one twelfth of its time. */
const DELAY_FACTOR = 11;

/** Upper limit of a render's counted time, in milliseconds: longer ones waited for a remote store without blocking the event loop. */
const MAX_COUNTED_MS = 50;

/** Polling interval for the event loop's utilisation, in milliseconds. */
const POLL_MS = 5;

/** The event loop counts as busy from this utilisation on. */
const BUSY_UTILISATION = 0.5;

/** Waits after a render of `ms` milliseconds until other work has had its share of the event loop, or the loop is idle. */
export async function throttleWhileBusy(ms: number): Promise<void> {
  const until = performance.now() + Math.min(ms, MAX_COUNTED_MS) * DELAY_FACTOR;
  while (performance.now() < until) {
    const baseline = performance.eventLoopUtilization();
    await sleep(POLL_MS);
    if (performance.eventLoopUtilization(baseline).utilization < BUSY_UTILISATION) return;
  }
}
