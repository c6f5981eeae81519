import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { type MapStore, map } from 'nanostores';
import * as z from 'zod/mini';
import {
  SAVED_STATE_KEY,
  SAVED_STATE_VERSION,
  type SavedSlice,
  type SavedState,
  type SliceFields,
} from '#lib/contract/saved-state.ts';
import { isExternal, markExternal } from './change-origin.ts';
import { clearLocalStorage, localStorageMap } from './local-storage.ts';
import { registerForReset } from './reset.ts';

const empty: SavedState = markExternal({ v: SAVED_STATE_VERSION });
const envelope = z.looseObject({ v: z.literal(SAVED_STATE_VERSION) });

/** Parses the saved text. Damaged text and other versions are dropped with a warning; slices are validated when they are read. */
function decode(text: string): SavedState {
  try {
    return markExternal(envelope.parse(JSON.parse(text)));
  } catch (error) {
    console.warn('The saved state cannot be read and is dropped', error);
    return empty;
  }
}

/** Serialises the saved state; fields named `loading` are never saved (specification 3). */
const encode = (saved: SavedState): string =>
  JSON.stringify(saved, (field, value: unknown) => (field === 'loading' ? undefined : value));

/**
 * The saved state: written by this tab, read when a page loads or returns from the back/forward cache. Other tabs' changes arrive
 * through tab-sync.ts and not through storage events. Undefined on a server, which has no storage engine.
 */
const $saved = import.meta.env.SSR ? undefined : openSaved();

function openSaved() {
  setPersistentEngine(localStorageMap, {
    addEventListener: (_key, _listener, restore) => addEventListener('pageshow', (event) => event.persisted && restore()),
    removeEventListener: () => {},
    perKey: false,
  });
  return persistentAtom<SavedState>(SAVED_STATE_KEY, empty, { encode, decode });
}

/** The saved fields of a slice that the schema knows; undefined when there is none or it is damaged. */
function readSlice<T>(slice: SavedSlice, schema: z.ZodMiniType<T>): T | undefined {
  const saved = $saved?.get()[slice];
  if (saved === undefined) return undefined;
  const parsed = schema.safeParse(saved);
  if (parsed.success) return parsed.data;
  console.warn(`The saved ${slice} cannot be read and is dropped`, parsed.error.issues);
  return undefined;
}

/** Writes one slice and keeps the others as they are in storage now: another tab may have changed them. */
function writeSlice(slice: SavedSlice, value: unknown): void {
  const text = localStorageMap[SAVED_STATE_KEY];
  $saved?.set({ ...(text === undefined ? empty : decode(text)), [slice]: value });
}

/** Clears local storage except the store info (specification 4.3). */
export function clearSavedState(): void {
  const storeInfo = $saved?.get().storeInfo;
  $saved?.set(markExternal({ v: SAVED_STATE_VERSION, ...(storeInfo && { storeInfo }) }));
  clearLocalStorage();
  if (storeInfo) writeSlice('storeInfo', storeInfo);
}

/**
 * A store whose fields named in `schema` are saved; the others start at `initial` on every page. On a server, and in the first render in
 * a browser (`ssr: 'initial'`), it holds `initial`. With `survivesReset`, `resetStores` leaves it as it is.
 */
export function createSavedMap<Slice extends SavedSlice, T extends SliceFields<Slice>>(
  slice: Slice,
  initial: T,
  schema: z.ZodMiniType<NonNullable<SavedState[Slice]>>,
  { survivesReset = false } = {},
): MapStore<T> {
  const $store = survivesReset ? map<T>(initial) : registerForReset(map<T>(initial), initial);
  if (!$saved) return $store;
  const pickSaved = (value: T) => schema.safeParse(value).data as Partial<T> | undefined;
  const restore = () => {
    const fields = readSlice(slice, schema) as Partial<T> | undefined;
    $store.set(markExternal({ ...$store.get(), ...pickSaved(initial), ...fields }));
  };
  restore();
  $saved.listen((saved) => {
    if (isExternal(saved)) restore();
  });
  $store.listen((value) => {
    if (!isExternal(value)) writeSlice(slice, pickSaved(value));
  });
  return $store;
}
