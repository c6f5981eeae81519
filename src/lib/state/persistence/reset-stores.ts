import type { MapStore } from 'nanostores';

const resets: (() => void)[] = [];

/** Registers a store that is not saved, to be `initial` again after a sign-out in any tab. */
export function registerForReset<T extends object>($store: MapStore<T>, initial: T): MapStore<T> {
  resets.push(() => $store.set({ ...initial }));
  return $store;
}

export function resetUnsavedStores(): void {
  for (const reset of resets) reset();
}
