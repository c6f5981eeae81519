import type { MapStore } from 'nanostores';
import { markExternal } from './change-origin.ts';
import { broadcastToTabs, subscribeToTabs } from './tab-sync.ts';

const APP = 'app';

/** Covers changes that other tabs make before they hear of a reset, in milliseconds. */
const RESET_MARGIN_MS = 50;

const resets: ((at: number) => void)[] = [];

/** Registers a store that `resetStores` sets to `initial`, or to what it returns for the time of the reset (ms since 1970). */
export function registerForReset<T extends object>($store: MapStore<T>, initial: T | ((at: number) => T)): MapStore<T> {
  resets.push((at) => $store.set(markExternal({ ...(typeof initial === 'function' ? initial(at) : initial) })));
  return $store;
}

function resetTab(at: number): void {
  for (const reset of resets) reset(at);
}

subscribeToTabs(APP, ({ reset }) => {
  if (typeof reset === 'number') resetTab(reset);
});

/** Resets every registered store in all tabs. Does not clear storage: see `clearSavedState`. */
export function resetStores(): void {
  const at = Date.now() + RESET_MARGIN_MS;
  resetTab(at);
  broadcastToTabs(APP, { reset: at });
}
