import { channel } from 'node:diagnostics_channel';
import { COMPONENT_FAILURE_CHANNEL, type ComponentFailure } from '#lib/rules/shop-parts.ts';

/** A component that failed is left out of pages for this long, in ms, so that a slow one does not slow every page. */
const PAUSE_MS = 30_000;

const failures = channel(COMPONENT_FAILURE_CHANNEL);

/** When each component may be tried again, by its name; ms since the epoch. */
const pausedUntil = new Map<string, number>();

/** Whether a component of `shop.config.ts` is left out because it has just failed. */
export const isPaused = (name: string): boolean => (pausedUntil.get(name) ?? 0) > Date.now();

/** Reports a component that is left out of a page, and pauses it: to the store of this process, else to the output. */
export function reportComponentFailure(name: string, error: unknown): void {
  pausedUntil.set(name, Date.now() + PAUSE_MS);
  if (failures.hasSubscribers) failures.publish({ name, error } satisfies ComponentFailure);
  else console.error(`shop.config.ts, ${name}: it is left out of pages.`, error);
}
