import * as z from 'zod/mini';
import { type PartialStoreInfo, partialStoreInfo, storeInfoCall } from '#lib/contract/store.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { callStore, isRefused, joinMessages } from '#lib/state/session/call.ts';
import { isFresh } from './freshness.ts';

/** The store info of specification 3, as the store sent it. Pages are rendered with it; here it is kept for the saved state. */
export interface StoreInfoState {
  storeinfo: PartialStoreInfo | null;
  /** When it was loaded, in milliseconds since 1970; 0 when it never was. */
  loadedAt: number;
  loading: boolean;
  error: string | null;
}

const unknown: StoreInfoState = { storeinfo: null, loadedAt: 0, loading: false, error: null };
const saved = z.object({ storeinfo: z.nullable(partialStoreInfo), loadedAt: z.number() });

/** Survives a reset of the app (specification 4.3). */
export const $storeInfo = createSavedMap<StoreInfoState>('storeInfo', unknown, z.partial(saved), { survivesReset: true });
syncAcrossTabs('storeInfo', $storeInfo, ['loading', 'error']);

/** Loads the store info unless it is fresh; the one that was loaded before stays when it fails. */
export async function refreshStoreInfo(): Promise<void> {
  if ($storeInfo.get().loading || isFresh($storeInfo.get().loadedAt)) return;
  $storeInfo.set({ ...$storeInfo.get(), loading: true, error: null });
  const outcome = await callStore(storeInfoCall);
  if (!outcome) return $storeInfo.setKey('loading', false);
  if (isRefused(outcome)) return $storeInfo.set({ ...$storeInfo.get(), loading: false, error: joinMessages(outcome.message) });
  $storeInfo.set({ storeinfo: outcome.storeinfo, loadedAt: Date.now(), loading: false, error: null });
}
