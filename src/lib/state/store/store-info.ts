import * as z from 'zod/mini';
import { getStoreInfo, type SentStoreInfo, sentStoreInfo } from '#lib/contract/store.ts';
import { callStore, isRefused, joined } from '#lib/state/call.ts';
import { savedMap } from '#lib/state/saved.ts';
import { keepInStep } from '#lib/state/sync.ts';
import { isFresh } from './fresh.ts';

/** The store info of specification 3, as the store sent it. Pages are rendered with it; here it is kept for the saved state. */
export interface StoreInfoState {
  storeinfo: SentStoreInfo | null;
  /** When it was loaded, in milliseconds since 1970; 0 when it never was. */
  loadedAt: number;
  loading: boolean;
  error: string | null;
}

const unknown: StoreInfoState = { storeinfo: null, loadedAt: 0, loading: false, error: null };
const saved = z.object({ storeinfo: z.nullable(sentStoreInfo), loadedAt: z.number() });

/** Survives a reset of the app (specification 4.3). */
export const $storeInfo = savedMap<StoreInfoState>('storeInfo', unknown, z.partial(saved), { survivesReset: true });
keepInStep('storeInfo', $storeInfo, ['loading', 'error']);

/** Loads the store info unless it is fresh; the one that was loaded before stays when it fails. */
export async function loadStoreInfo(): Promise<void> {
  if ($storeInfo.get().loading || isFresh($storeInfo.get().loadedAt)) return;
  $storeInfo.set({ ...$storeInfo.get(), loading: true, error: null });
  const outcome = await callStore(getStoreInfo);
  if (!outcome) return $storeInfo.setKey('loading', false);
  if (isRefused(outcome)) return $storeInfo.set({ ...$storeInfo.get(), loading: false, error: joined(outcome.message) });
  $storeInfo.set({ storeinfo: outcome.storeinfo, loadedAt: Date.now(), loading: false, error: null });
}
