import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The event loop counts as busy from this utilisation on. */
const BUSY_UTILISATION = 0.5;

/** Resolves when the event loop has been idle for `sampleMs` milliseconds, or after `maxMs`. Without `ref` it does not keep the process alive. */
export async function waitUntilIdle(maxMs: number, sampleMs: number, ref = true): Promise<void> {
  const until = performance.now() + maxMs;
  while (performance.now() < until) {
    const baseline = performance.eventLoopUtilization();
    await sleep(sampleMs, undefined, { ref });
    if (performance.eventLoopUtilization(baseline).utilization < BUSY_UTILISATION) return;
  }
}
