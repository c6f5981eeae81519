import type { MapStore } from 'nanostores';
import { markExternal } from './change-origin.ts';
import { broadcastToTabs, subscribeToTabs } from './tab-sync.ts';

const APP = 'app';
const resets: (() => void)[] = [];

/** A store that a reset of the app puts back to `initial`. */
export function registerForReset<T extends object>($store: MapStore<T>, initial: T): MapStore<T> {
  resets.push(() => $store.set(markExternal({ ...initial })));
  return $store;
}

function resetHere(): void {
  for (const reset of resets) reset();
}

subscribeToTabs(APP, ({ reset }) => {
  if (reset) resetHere();
});

/** Puts every store of this tab and of the others back to how a new visitor finds it. What is saved is not this file's business. */
export function resetStores(): void {
  resetHere();
  broadcastToTabs(APP, { reset: true });
}
