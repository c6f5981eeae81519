import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** While the event loop is busy, renderings have one part in twelve of it: for each millisecond, a pause of eleven. */
const PAUSE_FACTOR = 11;

/** A rendering that took longer waited for a store elsewhere or for others, and did not hold the loop up all that time, in milliseconds. */
const MAX_COUNTED_MS = 50;

/** How often it is looked whether the loop has become idle, in milliseconds. */
const STEP_MS = 5;

/** Below this share of its time the loop has nothing else to do, and the pause ends. */
const BUSY = 0.5;

/** Waits after a rendering of `ms` milliseconds until others have had the event loop for long enough, or do not need it. */
export async function throttleWhileBusy(ms: number): Promise<void> {
  const until = performance.now() + Math.min(ms, MAX_COUNTED_MS) * PAUSE_FACTOR;
  while (performance.now() < until) {
    const mark = performance.eventLoopUtilization();
    await sleep(STEP_MS);
    if (performance.eventLoopUtilization(mark).utilization < BUSY) return;
  }
}
