import type { MapStore } from 'nanostores';
import { changeAs } from './change-origin.ts';
import { broadcastToTabs, subscribeToTabs } from './tab-sync.ts';

const APP = 'app';

/** Covers changes that other tabs make before they receive a reset, in milliseconds. */
const RESET_MARGIN_MS = 50;

const resets: ((at: number) => void)[] = [];
let latest = 0;

/** What a store holds after a reset at a time (ms since 1970), given what it held before. */
export type AfterReset<T> = (at: number, before: T) => T;

/** Registers a store that `resetStores` sets to `initial`, or to what it returns. */
export function registerForReset<T extends object>($store: MapStore<T>, initial: T | AfterReset<T>): MapStore<T> {
  resets.push((at) => {
    const before = $store.get();
    const after = typeof initial === 'function' ? initial(at, before) : initial;
    // What stays is saved again: the tab that signed out has cleared the storage.
    if (after === before) $store.set({ ...before });
    else changeAs('external', () => $store.set({ ...after }));
  });
  return $store;
}

/** Adds a function that runs before the stores are reset, in each tab. */
export const beforeReset = (task: () => void): void => void resets.unshift(task);

const listeners: (() => void)[] = [];

/** Adds a function that runs after every reset, in each tab. */
export const onReset = (listener: () => void): void => void listeners.push(listener);

/** Makes this tab's next reset later than a time, in milliseconds since 1970. */
export function resetAfter(at: number): void {
  latest = Math.max(latest, at);
}

function resetTab(at: number): void {
  resetAfter(at);
  for (const reset of resets) reset(at);
  for (const listener of listeners) listener();
}

subscribeToTabs(APP, ({ reset }) => {
  if (typeof reset === 'number') resetTab(reset);
});

/** Resets every registered store in all tabs. Does not clear storage: see `clearSavedState`. */
export function resetStores(): void {
  const at = Math.max(Date.now() + RESET_MARGIN_MS, latest + 1);
  resetTab(at);
  broadcastToTabs(APP, { reset: at });
}
