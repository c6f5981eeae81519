import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { atom, type MapStore, map, onNotify } from 'nanostores';
import * as z from 'zod/mini';
import {
  SAVED_STATE_KEY,
  SAVED_STATE_VERSION,
  type SavedSlice,
  type SavedState,
  type SliceFields,
} from '#lib/contract/saved-state.ts';
import { changeAs, isExternal, isToBeSaved } from './change-origin.ts';
import { clearLocalStorage, localStorageMap, readItem } from './local-storage.ts';
import { type AfterReset, beforeReset, registerForReset } from './reset-stores.ts';
import { isSyncing } from './tab-sync.ts';

/** How long a change from another tab may take to reach this tab's storage, in milliseconds. */
const REPAIR_DELAY_MS = 500;

const empty: SavedState = { v: SAVED_STATE_VERSION };
const envelope = z.looseObject({ v: z.literal(SAVED_STATE_VERSION) });

/** Parses the saved text. Damaged text and other versions are dropped with a warning; slices are validated when they are read. */
function decode(text: string): SavedState {
  try {
    return envelope.parse(JSON.parse(text));
  } catch (error) {
    console.warn('The saved state cannot be read and is dropped', error);
    return empty;
  }
}

/** Serialises the saved state; fields named `loading` are never saved. */
const encode = (saved: object): string =>
  JSON.stringify(saved, (field, value: unknown) => (field === 'loading' ? undefined : value));

/** The fields of a slice that the schema knows; undefined when there is none or it is damaged. */
function readSlice<T>(state: SavedState, slice: SavedSlice, schema: z.ZodMiniType<T>): T | undefined {
  const saved = state[slice];
  if (saved === undefined) return undefined;
  const parsed = schema.safeParse(saved);
  if (parsed.success) return parsed.data;
  console.warn(`The saved ${slice} cannot be read and is dropped`, parsed.error.issues);
  return undefined;
}

/** Writes the saved state. Other tabs' changes and emptied storage are followed below. */
const $saved = import.meta.env.SSR ? undefined : openSaved();

function openSaved() {
  setPersistentEngine(localStorageMap, { addEventListener() {}, removeEventListener() {}, perKey: false });
  return persistentAtom<SavedState>(SAVED_STATE_KEY, empty, { encode, decode, listen: false });
}

/** False when the browser refused it. */
function writeStorage(saved: SavedState): boolean {
  $saved?.set({ ...saved });
  return readItem(SAVED_STATE_KEY) === encode(saved);
}

/**
 * The state that this tab has last read or written. It is written again where the storage was emptied in the middle of a visit, by the
 * visitor or the browser. Dropped before the stores are reset, so that a sign-out leaves nothing of the customer here.
 */
let known = empty;
const forget = (): void => {
  known = empty;
};
beforeReset(forget);

/** The state that is in storage now: another tab may have changed it. */
function readStorage(): SavedState {
  const text = readItem(SAVED_STATE_KEY);
  if (text !== undefined) known = decode(text);
  return known;
}

/** Each slice's reaction to what another tab has saved; undefined when storage was emptied. */
const followers: ((theirs: SavedState | undefined) => void)[] = [];
const restores: (() => void)[] = [];

function restoreAll(): void {
  if (readItem(SAVED_STATE_KEY) === undefined) forget();
  for (const restore of restores) restore();
}

if (!import.meta.env.SSR) {
  addEventListener('pageshow', ({ persisted }) => persisted && restoreAll());
  // A page that the browser had frozen may have missed other tabs' messages.
  addEventListener('resume', restoreAll, { capture: true });
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && key !== SAVED_STATE_KEY) return;
    // Another tab that empties the storage has signed out.
    if (newValue === null) forget();
    const theirs = newValue === null ? undefined : decode(newValue);
    for (const follow of followers) follow(theirs);
  });
}

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
  const droppable = (place === -1 ? expendable : expendable.slice(0, place)).filter((other) => other in saved);
  let isSaved = writeStorage(saved);
  for (const dropped of droppable) {
    if (isSaved) break;
    delete saved[dropped];
    isSaved = writeStorage(saved);
  }
  known = saved;
  const unsaved = $unsaved.get();
  if (unsaved.includes(slice) === isSaved)
    $unsaved.set(isSaved ? unsaved.filter((other) => other !== slice) : [...unsaved, slice]);
  return isSaved;
}

/** Clears local storage except the store info. */
export function clearSavedState(): void {
  const { storeInfo } = readStorage();
  forget();
  clearLocalStorage();
  if (storeInfo) writeSlice('storeInfo', storeInfo);
}

const adopters = new Map<SavedSlice, () => void>();

/** Takes over what other tabs have saved of a slice with `pickLater`, where their messages may still be on the way. */
export const adoptStored = (slice: SavedSlice): void => adopters.get(slice)?.();

/** Picks the later of two tabs' fields, all tabs the same: one of its arguments, `mine` where both are alike. */
export type PickLater<Fields> = (mine: Fields, theirs: Fields) => Fields;

interface SavedMapOptions<Fields, T> {
  /** `resetStores` leaves the store as it is. */
  survivesReset?: boolean;
  /** `initial` by default. */
  afterReset?: AfterReset<T>;
  /** Decides between all fields of two tabs; without it the last tab to write a field wins. */
  pickLater?: PickLater<Fields>;
}

/**
 * A store whose fields named in `schema` are saved; the others start at `initial` on every page. On a server, and in the first render in
 * a browser (`ssr: 'initial'`), it holds `initial`.
 */
export function createSavedMap<Slice extends SavedSlice, T extends SliceFields<Slice>>(
  slice: Slice,
  initial: T,
  schema: z.ZodMiniType<NonNullable<SavedState[Slice]>>,
  { survivesReset = false, afterReset, pickLater }: SavedMapOptions<SliceFields<Slice>, T> = {},
): MapStore<T> {
  const $store = survivesReset ? map<T>(initial) : registerForReset(map<T>(initial), afterReset ?? initial);
  if (import.meta.env.SSR) return $store;
  const pickSaved = (value: object) => schema.safeParse(value).data as SliceFields<Slice>;
  const blank = pickSaved(initial);
  const read = (state: SavedState): SliceFields<Slice> | undefined => {
    const fields = readSlice(state, slice, schema);
    return fields && { ...blank, ...(fields as Partial<SliceFields<Slice>>) };
  };
  const setExternal = (fields: SliceFields<Slice>) => changeAs('external', () => $store.set({ ...$store.get(), ...fields }));
  let isUnsaved = false;

  const restore = () => {
    const fields = read(readStorage()) ?? blank;
    // Changes that could not be saved, because storage is full, are only here.
    setExternal(isUnsaved && pickLater ? pickLater(pickSaved($store.get()), fields) : fields);
  };
  restore();
  restores.push(restore);
  if (!pickLater) {
    onNotify($store, ({ oldValue }) => {
      if (!isToBeSaved()) return;
      const value = $store.get();
      const fields = pickSaved(value);
      const changed = Object.entries(fields).filter(([field]) => value[field as keyof T] !== oldValue?.[field as keyof T]);
      if (changed.length === 0) return;
      // Keeps what another tab has written of the other fields.
      const stored = read(readStorage());
      writeSlice(slice, stored ? { ...stored, ...Object.fromEntries(changed) } : fields);
    });
    return $store;
  }

  const save = (isOwn: boolean) => {
    const fields = pickSaved($store.get());
    const stored = read(readStorage());
    const later = stored ? pickLater(fields, stored) : isOwn && fields;
    if (later && encode(later) !== encode(stored ?? {})) isUnsaved = !writeSlice(slice, later);
  };
  // Another tab may have written over this tab's change in the same moment, so a change from outside is saved too if storage lacks it. Not
  // at once: what the other tab has just written, of other slices too, may reach this tab's storage after its message.
  let repair: ReturnType<typeof setTimeout> | undefined;
  const saveLater = () => {
    clearTimeout(repair);
    repair = setTimeout(save, REPAIR_DELAY_MS, false);
  };
  onNotify($store, () => (isExternal() ? saveLater() : save(true)));
  const follow = (theirs: SliceFields<Slice> | undefined) => {
    const mine = pickSaved($store.get());
    const later = theirs ? pickLater(mine, theirs) : mine;
    if (later !== mine) setExternal(later);
  };
  adopters.set(slice, () => follow(read(readStorage())));
  followers.push((theirs) => {
    if (theirs) follow(read(theirs));
    if (theirs) saveLater();
    // A tab that signs out clears the storage; its message says when.
    else if (!isSyncing()) setExternal(blank);
  });
  return $store;
}
