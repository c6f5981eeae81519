import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { atom, type MapStore, map, onNotify } from 'nanostores';
import * as z from 'zod/mini';
import {
  CONSENT_KEY,
  SAVED_STATE_KEY,
  SAVED_STATE_VERSION,
  type SavedSlice,
  type SavedState,
  type SliceFields,
} from '#lib/contract/saved-state.ts';
import { changeAs, isExternal, isToBeSaved } from './change-origin.ts';
import { readItem, writeItem } from './local-storage.ts';
import { type AfterReset, beforeReset, registerForReset } from './reset-stores.ts';
import { isSyncing, syncAcrossTabs } from './tab-sync.ts';
import { tryStorage } from './try-storage.ts';

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

/** Local storage that never throws, for nanostores: whoever must know whether a write succeeded reads it back. */
const engine = {
  get [SAVED_STATE_KEY]() {
    return readItem(SAVED_STATE_KEY) ?? '';
  },
  set [SAVED_STATE_KEY](text: string) {
    writeItem(SAVED_STATE_KEY, text);
  },
};

/** Writes the saved state; it is read by `readStorage`. */
const $saved = import.meta.env.SSR ? undefined : openSaved();

function openSaved() {
  setPersistentEngine(engine, { addEventListener() {}, removeEventListener() {}, perKey: false });
  return persistentAtom<SavedState>(SAVED_STATE_KEY, empty, { encode, decode: () => empty, listen: false });
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

/** What a saved store does with the storage. */
interface SavedStore {
  /** Reads the slice again, of a page that returns. */
  restore: () => void;
  adopt?: (theirs: SavedState) => void;
  /** Follows what another tab has saved just now; undefined when it has emptied the storage. */
  follow?: (theirs: SavedState | undefined) => void;
}

const stores = new Map<SavedSlice, SavedStore>();

/** Takes over what other tabs have saved of a ranked slice, where their messages may still be on the way. */
export const adoptStored = (slice: SavedSlice): void => stores.get(slice)?.adopt?.(readStorage());

function restoreAll(): void {
  if (readItem(SAVED_STATE_KEY) === undefined) forget();
  for (const { restore } of stores.values()) restore();
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
    for (const { follow } of stores.values()) follow?.(theirs);
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
 * Writes one slice and keeps the others as they are in storage now, apart from those dropped to make room. `$unsaved` names the slice if the
 * browser refused it.
 */
function writeSlice(slice: SavedSlice, value: unknown): void {
  const saved: SavedState = { ...readStorage(), [slice]: value };
  const droppable = expendable.slice(0, expendable.includes(slice) ? expendable.indexOf(slice) : undefined);
  let isSaved = writeStorage(saved);
  for (const dropped of droppable) {
    if (isSaved) break;
    if (!(dropped in saved)) continue;
    delete saved[dropped];
    isSaved = writeStorage(saved);
  }
  known = saved;
  const unsaved = $unsaved.get();
  if (unsaved.includes(slice) === isSaved)
    $unsaved.set(isSaved ? unsaved.filter((other) => other !== slice) : [...unsaved, slice]);
}

/** Clears local storage except the store info, and whether this browser may be measured. */
export function clearSavedState(): void {
  const { storeInfo } = readStorage();
  const consent = readItem(CONSENT_KEY);
  forget();
  tryStorage('localStorage', (storage) => storage.clear());
  if (consent !== undefined) writeItem(CONSENT_KEY, consent);
  if (storeInfo) writeSlice('storeInfo', storeInfo);
}

interface SavedMapOptions<Fields, T> {
  /** `resetStores` leaves the store as it is. */
  survivesReset?: boolean;
  /** `initial` by default. */
  afterReset?: AfterReset<T>;
  /**
   * How late the fields of a tab are: of two tabs the later one's fields win, all of them. Between equal ones the longer text wins, then the
   * greater one, so that all tabs choose alike. Without it the last tab to write a field wins.
   */
  rank?: (fields: Fields) => readonly number[];
  /** Saved fields that each tab has of its own. */
  ofTab?: readonly (keyof Fields & string)[];
}

/**
 * A store whose fields named in `schema` are saved and synced across tabs; the others start at `initial` on every page. On a server, and in
 * the first render in a browser (`ssr: 'initial'`), it holds `initial`.
 */
export function createSavedMap<Slice extends SavedSlice, T extends SliceFields<Slice>>(
  slice: Slice,
  initial: T,
  schema: z.ZodMiniType<NonNullable<SavedState[Slice]>>,
  { survivesReset = false, afterReset, rank, ofTab = [] }: SavedMapOptions<SliceFields<Slice>, T> = {},
): MapStore<T> {
  type Fields = SliceFields<Slice>;
  const $store = survivesReset ? map<T>(initial) : registerForReset(map<T>(initial), afterReset ?? initial);
  if (import.meta.env.SSR) return $store;
  const pickSaved = (value: object) => schema.safeParse(value).data as Fields;
  const blank = pickSaved(initial);
  /** The fields of the slice; undefined when there is none or it is damaged. */
  const read = (state: SavedState): Fields | undefined => {
    if (state[slice] === undefined) return undefined;
    const { data, error } = schema.safeParse(state[slice]);
    if (data) return { ...blank, ...(data as Partial<Fields>) };
    console.warn(`The saved ${slice} cannot be read and is dropped`, error?.issues);
    return undefined;
  };
  const setExternal = (fields: Fields) => changeAs('external', () => $store.set({ ...$store.get(), ...fields }));
  /** One of its arguments, `mine` where both are alike. */
  const pickLater =
    rank &&
    (<Tab extends Fields>(mine: Tab, theirs: Tab): Tab => {
      const others = rank(theirs);
      const [lead = 0] = rank(mine).flatMap((value, place) => value - (others[place] ?? 0) || []);
      if (lead !== 0) return lead > 0 ? mine : theirs;
      const [text, otherText] = [encode(pickSaved(mine)), encode(pickSaved(theirs))];
      return (text.length - otherText.length || (text >= otherText ? 1 : -1)) > 0 ? mine : theirs;
    });

  const restore = () => {
    const fields = read(readStorage()) ?? blank;
    // Changes that could not be saved, because storage is full, are only here.
    setExternal(pickLater && $unsaved.get().includes(slice) ? pickLater(pickSaved($store.get()), fields) : fields);
  };
  restore();

  /** Saves the fields that this tab has changed; without them, what this tab knows of a slice that is saved. */
  const save = (changed?: Partial<Fields>) => {
    const fields = pickSaved($store.get());
    const stored = read(readStorage());
    // Keeps what another tab has written of the other fields.
    const next = stored ? (pickLater?.(fields, stored) ?? { ...stored, ...changed }) : changed && fields;
    if (next && encode(next) !== encode(stored ?? {})) writeSlice(slice, next);
  };
  // Another tab may have written over this tab's change in the same moment, so a change from outside is saved too if storage lacks it. Not
  // at once: what the other tab has just written, of other slices too, may reach this tab's storage after its message.
  let repair: ReturnType<typeof setTimeout> | undefined;
  const saveLater = () => {
    clearTimeout(repair);
    repair = setTimeout(save, REPAIR_DELAY_MS);
  };
  onNotify($store, ({ oldValue }) => {
    if (pickLater && isExternal()) return saveLater();
    if (!isToBeSaved()) return;
    const value = $store.get();
    const changed = Object.entries(pickSaved(value)).filter(
      ([field]) => value[field as keyof T] !== oldValue?.[field as keyof T],
    );
    if (pickLater || changed.length > 0) save(Object.fromEntries(changed) as Partial<Fields>);
  });
  const adopt = (state: SavedState) => {
    const theirs = read(state);
    const mine = pickSaved($store.get());
    const later = (theirs && pickLater?.(mine, theirs)) ?? mine;
    if (later !== mine) setExternal(later);
  };
  const follow = (state: SavedState | undefined) => {
    if (state) {
      adopt(state);
      saveLater();
      // A tab that signs out clears the storage; its message says when.
    } else if (!isSyncing()) setExternal(blank);
  };
  stores.set(slice, { restore, ...(pickLater && { adopt, follow }) });
  const localFields = Object.keys(initial).filter((field) => !(field in blank));
  syncAcrossTabs<T>(slice, $store, [...localFields, ...ofTab], pickLater);
  return $store;
}
