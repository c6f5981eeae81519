import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { atom, type MapStore, map } from 'nanostores';
import * as z from 'zod/mini';
import {
  SAVED_STATE_KEY,
  SAVED_STATE_VERSION,
  type SavedSlice,
  type SavedState,
  type SliceFields,
} from '#lib/contract/saved-state.ts';
import { isExternal, isToBeSaved, markExternal } from './change-origin.ts';
import { clearLocalStorage, localStorageMap } from './local-storage.ts';
import { type AfterReset, registerForReset } from './reset-stores.ts';
import { isSyncing } from './tab-sync.ts';

/** How long a change from another tab may take to reach this tab's storage, in milliseconds. */
const REPAIR_DELAY_MS = 500;

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
const encode = (saved: object): string =>
  JSON.stringify(saved, (field, value: unknown) => (field === 'loading' ? undefined : value));

/**
 * The saved state: written by this tab, read when a page loads, resumes or returns from the back/forward cache. Other tabs' changes
 * arrive through tab-sync.ts; slices that tabs merge listen to storage events as well. Undefined on a server, which has no storage
 * engine.
 */
const $saved = import.meta.env.SSR ? undefined : openSaved();

function openSaved() {
  setPersistentEngine(localStorageMap, {
    addEventListener: (_key, _listener, restore) => {
      addEventListener('pageshow', (event) => event.persisted && restore());
      // A page that the browser had frozen may have missed other tabs' messages.
      addEventListener('resume', restore, { capture: true });
    },
    removeEventListener: () => {},
    perKey: false,
  });
  return persistentAtom<SavedState>(SAVED_STATE_KEY, empty, { encode, decode });
}

/** The fields of a slice that the schema knows; undefined when there is none or it is damaged. */
function readSlice<T>(state: SavedState | undefined, slice: SavedSlice, schema: z.ZodMiniType<T>): T | undefined {
  const saved = state?.[slice];
  if (saved === undefined) return undefined;
  const parsed = schema.safeParse(saved);
  if (parsed.success) return parsed.data;
  console.warn(`The saved ${slice} cannot be read and is dropped`, parsed.error.issues);
  return undefined;
}

/** The state that is in storage now: another tab may have changed it. */
function readStorage(): SavedState {
  const text = localStorageMap[SAVED_STATE_KEY];
  return text === undefined ? $known.get() : decode(text);
}

/**
 * The state that this tab has last read or written. It is written again where the storage was emptied in the middle of a visit, by the
 * visitor or the browser. Reset before the stores, so that a sign-out leaves nothing of the customer here.
 */
const $known = registerForReset(map<SavedState>($saved?.get() ?? empty), empty);
$saved?.listen((saved) => $known.set(saved));
// Another tab that empties the storage has signed out.
if ($saved) addEventListener('storage', ({ newValue }) => newValue === null && $known.set(empty));

/** Slices whose latest change could not be saved. */
export const $unsaved = atom<readonly SavedSlice[]>([]);

/** What is dropped to make room for other slices, in this order: it can be fetched or entered again. */
const expendable: readonly (keyof SavedState)[] = [
  'homeSections',
  'recentlyViewed',
  'recentSearches',
  'storeInfo',
  'wishlist',
  'delivery',
];

/**
 * Writes one slice and keeps the others as they are in storage now, apart from those dropped to make room. False when the browser
 * refused it; `$unsaved` then names the slice.
 */
function writeSlice(slice: SavedSlice, value: unknown): boolean {
  const saved: SavedState = { ...readStorage(), [slice]: value };
  const place = expendable.indexOf(slice);
  const droppable = place === -1 ? expendable : expendable.slice(0, place);
  const write = () => {
    $saved?.set({ ...saved });
    return localStorageMap[SAVED_STATE_KEY] === encode(saved);
  };
  let isSaved = write();
  for (const dropped of droppable) {
    if (isSaved) break;
    if (!(dropped in saved)) continue;
    delete saved[dropped];
    isSaved = write();
  }
  const unsaved = $unsaved.get();
  if (unsaved.includes(slice) === isSaved)
    $unsaved.set(isSaved ? unsaved.filter((other) => other !== slice) : [...unsaved, slice]);
  return isSaved;
}

/** Clears local storage except the store info (specification 4.3). */
export function clearSavedState(): void {
  const storeInfo = $saved?.get().storeInfo;
  $saved?.set(markExternal({ v: SAVED_STATE_VERSION, ...(storeInfo && { storeInfo }) }));
  clearLocalStorage();
  if (storeInfo) writeSlice('storeInfo', storeInfo);
}

const mergers = new Map<SavedSlice, () => void>();

/** Merges what other tabs have saved of a slice, where their messages may still be on the way. */
export const mergeStored = (slice: SavedSlice): void => mergers.get(slice)?.();

/** Combines the saved fields of two tabs. Must be commutative, associative and idempotent, so that all tabs end with the same. */
export type MergeTabs<Fields> = (mine: Fields, theirs: Fields) => Fields;

interface SavedMapOptions<Fields, T> {
  /** `resetStores` leaves the store as it is. */
  survivesReset?: boolean;
  /** `initial` by default. */
  afterReset?: AfterReset<T>;
  /** Merges what other tabs have saved meanwhile; without it the last tab to write wins. */
  merge?: MergeTabs<Fields>;
}

/**
 * A store whose fields named in `schema` are saved; the others start at `initial` on every page. On a server, and in the first render in
 * a browser (`ssr: 'initial'`), it holds `initial`.
 */
export function createSavedMap<Slice extends SavedSlice, T extends SliceFields<Slice>>(
  slice: Slice,
  initial: T,
  schema: z.ZodMiniType<NonNullable<SavedState[Slice]>>,
  { survivesReset = false, afterReset, merge }: SavedMapOptions<SliceFields<Slice>, T> = {},
): MapStore<T> {
  const $store = survivesReset ? map<T>(initial) : registerForReset(map<T>(initial), afterReset ?? initial);
  if (!$saved) return $store;
  const pickSaved = (value: object) => schema.safeParse(value).data as SliceFields<Slice>;
  const blank = pickSaved(initial);
  const read = (state: SavedState): SliceFields<Slice> | undefined => {
    const fields = readSlice(state, slice, schema);
    const complete = fields && { ...blank, ...(fields as Partial<SliceFields<Slice>>) };
    return complete && merge ? merge(complete, blank) : complete;
  };
  const setExternal = (fields: SliceFields<Slice>) => $store.set(markExternal({ ...$store.get(), ...fields }));
  let isUnsaved = false;

  const restore = () => {
    const fields = read($saved.get());
    // Changes that could not be saved, because storage is full, are only here.
    setExternal(isUnsaved && merge ? merge(pickSaved($store.get()), fields ?? blank) : (fields ?? blank));
  };
  restore();
  $saved.listen((saved) => {
    if (isExternal(saved)) restore();
  });
  if (!merge) {
    $store.listen((value, before) => {
      if (!isToBeSaved(value)) return;
      const fields = pickSaved(value);
      const changed = Object.entries(fields).filter(([field]) => value[field as keyof T] !== before?.[field as keyof T]);
      if (changed.length === 0) return;
      // Keeps what another tab has written of the other fields.
      const stored = read(readStorage());
      writeSlice(slice, stored ? { ...stored, ...Object.fromEntries(changed) } : fields);
    });
    return $store;
  }

  const save = () => {
    const value = $store.get();
    const stored = read(readStorage());
    if (!stored && isExternal(value)) return;
    const fields = stored ? pickSaved(merge(pickSaved(value), stored)) : pickSaved(value);
    if (!stored || encode(fields) !== encode(pickSaved(stored))) isUnsaved = !writeSlice(slice, fields);
  };
  // Another tab may have written over this tab's change in the same moment, so a change from outside is saved too if storage lacks it. Not
  // at once: what the other tab has just written, of other slices too, may reach this tab's storage after its message.
  let repair: ReturnType<typeof setTimeout> | undefined;
  $store.listen((value) => {
    clearTimeout(repair);
    if (isExternal(value)) repair = setTimeout(save, REPAIR_DELAY_MS);
    else save();
  });
  const mergeFrom = (theirs: SliceFields<Slice>) => setExternal(merge(pickSaved($store.get()), theirs));
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== SAVED_STATE_KEY) return;
    const theirs = newValue === null ? undefined : read(decode(newValue));
    if (theirs) mergeFrom(theirs);
    // A tab that signs out clears the storage; its message says when.
    else if (!isSyncing()) setExternal(blank);
  });
  mergers.set(slice, () => {
    const stored = read(readStorage());
    if (stored) mergeFrom(stored);
  });
  return $store;
}
