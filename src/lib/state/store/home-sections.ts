import * as z from 'zod/mini';
import { type HomeSection, homePageSectionsCall, homeSection } from '#lib/contract/store.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { callStore, isRefused, joinMessages } from '#lib/state/session/call.ts';
import { isFresh } from './freshness.ts';

/** The home page's sections as the store sent them. Pages are rendered with them; here they are kept for the saved state. */
export interface HomeSectionsState {
  sections: readonly HomeSection[] | null;
  /** When they were loaded, in milliseconds since 1970; 0 when they never were. */
  loadedAt: number;
  loading: boolean;
  error: string | null;
}

/** Longer sections, in characters of JSON, are not kept: every change of the cart writes the saved state as a whole. */
const MOST_SAVED = 200_000;

const unknown: HomeSectionsState = { sections: null, loadedAt: 0, loading: false, error: null };
const saved = z.object({ sections: z.nullable(z.array(homeSection)), loadedAt: z.number() });

export const $homeSections = createSavedMap<HomeSectionsState>('homeSections', unknown, z.partial(saved));
syncAcrossTabs('homeSections', $homeSections, ['loading', 'error']);

/** Loads the sections unless they are fresh; those that were loaded before stay when it fails. */
export async function refreshHomeSections(): Promise<void> {
  if ($homeSections.get().loading || isFresh($homeSections.get().loadedAt)) return;
  $homeSections.set({ ...$homeSections.get(), loading: true, error: null });
  const outcome = await callStore(homePageSectionsCall);
  if (!outcome) return $homeSections.setKey('loading', false);
  if (isRefused(outcome)) {
    return $homeSections.set({ ...$homeSections.get(), loading: false, error: joinMessages(outcome.message) });
  }
  const sections = JSON.stringify(outcome.data).length > MOST_SAVED ? null : outcome.data;
  $homeSections.set({ sections, loadedAt: Date.now(), loading: false, error: null });
}
