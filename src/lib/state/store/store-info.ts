import * as z from 'zod/mini';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { partialStoreInfo, storeInfoCall } from '#lib/contract/store.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';
import { isFresh } from './is-fresh.ts';

/** The store info, kept for the saved state only: pages are rendered with it on the server. */
export interface StoreInfoState extends SliceFields<'storeInfo'> {
  loading: boolean;
  error: string | null;
}

const initial: StoreInfoState = { storeinfo: null, loadedAt: 0, loading: false, error: null };
const saved = z.object({ storeinfo: z.nullable(partialStoreInfo), loadedAt: z.number() });

/** Survives a reset of the app (specification, sign-in). */
export const $storeInfo = createSharedMap('storeInfo', initial, { survivesReset: true }, z.partial(saved));

/** Loads the store info unless it is fresh, or always with `force`; a failure keeps what was loaded before. True when it was loaded. */
export async function refreshStoreInfo({ force = false } = {}): Promise<boolean> {
  if (!force && ($storeInfo.get().loading || isFresh($storeInfo.get().loadedAt))) return false;
  const { result } = await runCall(callStore(storeInfoCall), {
    track: trackIn($storeInfo),
    apply: ({ storeinfo }) => $storeInfo.set({ ...$storeInfo.get(), storeinfo, loadedAt: Date.now() }),
  });
  return result.ok;
}
