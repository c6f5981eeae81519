import * as z from 'zod/mini';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { homePageSectionsCall, homeSection } from '#lib/contract/store.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';
import { isFresh } from './is-fresh.ts';

/** The home page's sections, kept for the saved state only: the page is rendered with them on the server. */
export interface HomeSectionsState extends SliceFields<'homeSections'> {
  loading: boolean;
  error: string | null;
}

/** Largest sections that are saved, in characters of JSON: every change of the cart writes the whole saved state. */
const MAX_SAVED_LENGTH = 200_000;

const initial: HomeSectionsState = { sections: null, loadedAt: 0, loading: false, error: null };
const saved = z.object({ sections: z.nullable(z.array(homeSection)), loadedAt: z.number() });

export const $homeSections = createSharedMap('homeSections', initial, {}, z.partial(saved));

/** Loads the sections unless they are fresh; a failure keeps those loaded before. */
export async function refreshHomeSections(): Promise<void> {
  if ($homeSections.get().loading || isFresh($homeSections.get().loadedAt)) return;
  await runCall(callStore(homePageSectionsCall), {
    track: trackIn($homeSections),
    apply: ({ data }) => {
      const sections = JSON.stringify(data).length > MAX_SAVED_LENGTH ? null : data;
      $homeSections.set({ ...$homeSections.get(), sections, loadedAt: Date.now() });
    },
  });
}
