import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { type MapStore, map } from 'nanostores';
import * as z from 'zod/mini';
import { isExternal, markExternal } from './change-origin.ts';
import { clearLocalStorage, localStorageMap } from './local-storage.ts';
import { registerForReset } from './reset.ts';

/** The single local-storage key of specification 9. */
const KEY = 'haat';
const VERSION = 1;

export type SavedSlice = 'auth' | 'cart' | 'wishlist' | 'checkout' | 'storeInfo' | 'homeSections' | 'recentSearches';

type Saved = { v: typeof VERSION } & { [slice in SavedSlice]?: unknown };

const nothing: Saved = markExternal({ v: VERSION });
const envelope = z.looseObject({ v: z.literal(VERSION) });

/** Saved text as an envelope of slices; damage and other versions are dropped with a warning, and the shop goes on. */
function decode(text: string): Saved {
  try {
    return markExternal(envelope.parse(JSON.parse(text)));
  } catch (error) {
    console.warn('The saved state cannot be read and is left out', error);
    return nothing;
  }
}

/** Fields named `loading` are never saved (specification 3). */
const encode = (saved: Saved): string =>
  JSON.stringify(saved, (field, value: unknown) => (field === 'loading' ? undefined : value));

/**
 * The saved state. It is written by this tab and read when a page loads or comes back from the back/forward cache; other tabs'
 * changes arrive through sync.ts and not through storage events. Undefined on a server, where the engine must not even be evaluated.
 */
const $saved = import.meta.env.SSR ? undefined : openSaved();

function openSaved() {
  setPersistentEngine(localStorageMap, {
    addEventListener: (_key, _listener, restore) => addEventListener('pageshow', (event) => event.persisted && restore()),
    removeEventListener: () => {},
    perKey: false,
  });
  return persistentAtom<Saved>(KEY, nothing, { encode, decode });
}

/** What was saved for a slice, fields that the schema does not know left out; undefined when there is none or it is damaged. */
function readSlice<T>(slice: SavedSlice, schema: z.ZodMiniType<T>): T | undefined {
  const saved = $saved?.get()[slice];
  if (saved === undefined) return undefined;
  const parsed = schema.safeParse(saved);
  if (parsed.success) return parsed.data;
  console.warn(`The saved ${slice} cannot be read and is left out`, parsed.error.issues);
  return undefined;
}

/** Writes one slice and leaves the others as they stand in storage now: another tab may have changed them. */
function writeSlice(slice: SavedSlice, value: unknown): void {
  const text = localStorageMap[KEY];
  $saved?.set({ ...(text === undefined ? nothing : decode(text)), [slice]: value });
}

/** Clears local storage and forgets what was saved, store info excepted (specification 4.3). */
export function clearSavedState(): void {
  const kept = $saved?.get().storeInfo;
  $saved?.set(markExternal(kept === undefined ? { v: VERSION } : { v: VERSION, storeInfo: kept }));
  clearLocalStorage();
  if (kept !== undefined) writeSlice('storeInfo', kept);
}

/**
 * A store whose fields named in `schema` survive a reload. The others start anew on every page.
 * A server always sees `initial`, and `initial` is what the first render in a browser must show too (`ssr: 'initial'`).
 * With `survivesReset` a reset of the app leaves the store as it is.
 */
export function createSavedMap<T extends object>(
  slice: SavedSlice,
  initial: T,
  schema: SavedFields<T>,
  { survivesReset = false } = {},
): MapStore<T> {
  const $store = survivesReset ? map<T>(initial) : registerForReset(map<T>(initial), initial);
  if (!$saved) return $store;
  const fieldsOf = (value: T) => schema.safeParse(value).data as Partial<T> | undefined;
  const restore = () => {
    const fields = readSlice(slice, schema) as Partial<T> | undefined;
    $store.set(markExternal({ ...$store.get(), ...fieldsOf(initial), ...fields }));
  };
  restore();
  $saved.listen((saved) => {
    if (isExternal(saved)) restore();
  });
  $store.listen((value) => {
    if (!isExternal(value)) writeSlice(slice, fieldsOf(value));
  });
  return $store;
}

/** The fields of a store that are saved; each may be missing from what an earlier version saved. */
type SavedFields<T> = z.ZodMiniType<{ [field in keyof T]?: T[field] | undefined }>;
