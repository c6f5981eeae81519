import type { MapStore } from 'nanostores';
import { markExternal } from './change-origin.ts';
import { broadcastToTabs, subscribeToTabs } from './tab-sync.ts';

const APP = 'app';
const resets: (() => void)[] = [];

/** Registers a store that `resetStores` sets to `initial`. */
export function registerForReset<T extends object>($store: MapStore<T>, initial: T): MapStore<T> {
  resets.push(() => $store.set(markExternal({ ...initial })));
  return $store;
}

function resetTab(): void {
  for (const reset of resets) reset();
}

subscribeToTabs(APP, ({ reset }) => {
  if (reset) resetTab();
});

/** Resets every registered store in all tabs. Does not clear storage: see `clearSavedState`. */
export function resetStores(): void {
  resetTab();
  broadcastToTabs(APP, { reset: true });
}
