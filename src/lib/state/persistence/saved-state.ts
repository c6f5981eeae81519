import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { atom } from 'nanostores';
import * as z from 'zod/mini';
import {
  CONSENT_KEY,
  SAVED_STATE_KEY,
  SAVED_STATE_VERSION,
  type SavedSlice,
  type SavedState,
} from '#lib/contract/saved-state.ts';
import { changeExternally } from './change-origin.ts';
import { readItem, writeItem } from './local-storage.ts';
import { resetUnsavedStores } from './reset-stores.ts';
import { broadcastToTabs, subscribeToTabs } from './tab-sync.ts';
import { tryStorage } from './try-storage.ts';

/** The saved state in local storage is what all tabs show: each reads it again when it may have changed: docs/decisions/0059. */

/** How many tabs the saved state names in `writes`. */
const MAX_TABS = 20;

/** How long another tab's write may take to replace an own one that it did not know, in milliseconds. */
const LOST_MS = 5000;

/** How long the lock of this site's tabs may be awaited, in milliseconds: its holder may be a tab that the browser has frozen. */
const LOCK_WAIT_MS = 500;

/** Covers changes that other tabs make before they hear of a sign-out, in milliseconds. */
const RESET_MARGIN_MS = 50;

/** How long other tabs may take to hear of a sign-out, in milliseconds. */
const UNAWARE_MS = 500;

export type SavedFields = Readonly<Record<string, unknown>>;
type Change<Fields> = (fields: Fields) => Partial<Fields>;

interface SavedStore {
  /** The fields of the slice; undefined where the state has none that can be read. */
  read: (state: SavedState) => SavedFields | undefined;
  /** The fields that the store has now. */
  current: () => SavedFields;
  /** Shows what the state has of the slice, if anything. */
  show: (state: SavedState) => void;
  clear: () => void;
  /** Fields that each tab has of its own. */
  ofTab: readonly string[];
}

const stores = new Map<SavedSlice, SavedStore>();

/** A change of a slice by this tab. */
interface OwnChange {
  n: number;
  /** In milliseconds since 1970. */
  at: number;
  slice: SavedSlice;
  change: Change<SavedFields>;
}

const TAB = `t${Math.random().toString(36).slice(2)}`;
const ownChanges: OwnChange[] = [];

/** The latest sign-out that this tab has heard of, in milliseconds since 1970. */
let resetAt = 0;

/** The state that this tab has last read or written, with what could not be saved, and the text in storage then. */
let known: SavedState = { v: SAVED_STATE_VERSION };
let knownText: string | undefined;

/** What is saved, as far as this tab knows. */
export const getKnown = (): SavedState => known;

/** Slices whose latest change could not be saved. */
export const $unsaved = atom<readonly SavedSlice[]>([]);

const envelope = z.looseObject({
  v: z.literal(SAVED_STATE_VERSION),
  reset: z.catch(z.optional(z.number()), undefined),
  writes: z.catch(z.optional(z.record(z.string(), z.number())), undefined),
});

/** Parses the saved text. Damaged text and other versions are dropped with a warning; slices are validated when they are read. */
function decode(text: string): SavedState {
  try {
    return envelope.parse(JSON.parse(text)) as SavedState;
  } catch (error) {
    console.warn('The saved state cannot be read and is dropped', error);
    return { v: SAVED_STATE_VERSION };
  }
}

/** Fields named `loading` are never saved. */
export const encode = (saved: unknown): string =>
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

/** Writes the saved state; `readSaved` reads it. */
const $saved = import.meta.env.SSR ? undefined : openSaved();

function openSaved() {
  setPersistentEngine(engine, { addEventListener() {}, removeEventListener() {}, perKey: false });
  return persistentAtom<SavedState>(SAVED_STATE_KEY, known, { encode, decode: () => known, listen: false });
}

/** False when the browser refused it. */
function writeStorage(state: SavedState): boolean {
  $saved?.set({ ...state });
  return readItem(SAVED_STATE_KEY) === encode(state);
}

const pickUnsaved = (): Partial<SavedState> => Object.fromEntries($unsaved.get().map((slice) => [slice, known[slice]]));

const showAll = (): void =>
  changeExternally(() => {
    for (const { show } of stores.values()) show(known);
  });

/** Shows what other tabs have saved meanwhile. A state that the visitor or the browser has removed is written again with the next change. */
export function readSaved(): void {
  const text = import.meta.env.SSR ? undefined : readItem(SAVED_STATE_KEY);
  if (text === undefined || text === knownText) return;
  const stored = decode(text);
  const { reset = 0, writes } = stored;
  // By a tab that has not heard of the sign-out yet.
  if (writes && reset < resetAt && Date.now() < resetAt + UNAWARE_MS) return;
  knownText = text;
  // A sign-out leaves no changes.
  if (reset > resetAt || (known.writes && !writes)) {
    startAgain(reset || Date.now(), stored);
    return;
  }
  known = { ...stored, ...pickUnsaved() };
  showAll();
  if (listMissing().length > 0) void writeMissing();
}

/** As `readSaved`, where no state means that another tab has signed out, which this tab may have missed. */
function readAgain(): void {
  if (readItem(SAVED_STATE_KEY) === undefined) startAgain(Date.now(), { v: SAVED_STATE_VERSION, ...pickUnsaved() });
  else readSaved();
}

/** What is dropped to make room for other slices, in this order: it can be fetched or entered again. */
const expendable: readonly (keyof SavedState)[] = [
  'homeSections',
  'recentlyViewed',
  'recentSearches',
  'storeInfo',
  'wishlist',
  'delivery',
];

/** Writes the state with changed slices, without those dropped to make room. `$unsaved` names the slices if the browser refused it. */
function write(state: SavedState, slices: readonly SavedSlice[]): void {
  known = { ...state };
  const end = expendable.findIndex((slice) => slices.includes(slice as SavedSlice));
  let isSaved = writeStorage(known);
  for (const dropped of expendable.slice(0, end < 0 ? undefined : end)) {
    if (isSaved) break;
    if (!(dropped in known)) continue;
    delete known[dropped];
    isSaved = writeStorage(known);
  }
  knownText = readItem(SAVED_STATE_KEY);
  const others = $unsaved.get().filter((slice) => !slices.includes(slice));
  const unsaved = isSaved ? others : [...others, ...slices];
  if (encode(unsaved) !== encode($unsaved.get())) $unsaved.set(unsaved);
}

/** This tab's changes that are not in the saved state: another tab that had not read them may have written over them. */
function listMissing(): OwnChange[] {
  const since = Math.max(resetAt, Date.now() - LOST_MS);
  return ownChanges.filter(({ n, at }) => n > (known.writes?.[TAB] ?? 0) && at > since);
}

/** Makes the missing changes. */
function writeOwn(): void {
  readSaved();
  const missing = listMissing();
  if (missing.length === 0) return;
  let state = known;
  for (const { slice, change, n, at } of missing) {
    const store = stores.get(slice);
    if (!store) continue;
    const fields = store.read(state) ?? store.current();
    const changed = change(fields);
    state = { ...state, [slice]: { ...fields, ...changed } };
    const shared = Object.entries(changed).filter(([field]) => !store.ofTab.includes(field));
    if (shared.length > 0) broadcastToTabs(slice, Object.fromEntries(shared), { tab: TAB, n, at });
  }
  const others = Object.entries(known.writes ?? {}).filter(([tab]) => tab !== TAB);
  const writes = Object.fromEntries([...others, [TAB, ownChanges.length] as const].slice(-MAX_TABS));
  const slices = [...new Set(missing.map(({ slice }) => slice))];
  write({ ...state, writes }, slices);
  for (const slice of slices) stores.get(slice)?.show(known);
}

/** Under the lock; without it where the browser has none or does not grant it in time. */
async function writeMissing(): Promise<void> {
  try {
    await navigator.locks.request('haat', { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, writeOwn);
  } catch {
    // Not as part of the caller's change.
    await null;
    writeOwn();
  }
}

/**
 * Changes fields of a slice as it is saved now, here and in the other tabs. Writes at once, because this page may be left in a moment, and
 * looks under the lock whether another tab has written over it.
 */
export function changeSaved<Fields extends object>(slice: SavedSlice, change: Change<Fields>): void {
  readSaved();
  const at = Math.max(Date.now(), resetAt + 1);
  ownChanges.push({ n: ownChanges.length + 1, at, slice, change: change as unknown as Change<SavedFields> });
  writeOwn();
  void writeMissing();
}

/** Registers the store of a slice, and shows what is saved. */
export function registerSaved(slice: SavedSlice, store: SavedStore): void {
  stores.set(slice, store);
  subscribeToTabs(slice, (fields, origin) => {
    readSaved();
    if (origin && (origin.at <= resetAt || origin.n <= (known.writes?.[origin.tab] ?? 0))) return;
    // Not in this tab's storage yet, or not saved.
    const writes = { ...known.writes, ...(origin && { [origin.tab]: origin.n }) };
    known = { ...known, [slice]: { ...(store.read(known) ?? store.current()), ...fields }, writes };
    changeExternally(() => store.show(known));
  });
  readSaved();
  changeExternally(() => store.show(known));
}

const listeners: (() => void)[] = [];

/** Adds a function that runs after every reset, in each tab. */
export const onReset = (listener: () => void): void => void listeners.push(listener);

/** Resets all stores but the store info, and goes on with what has been saved since, and with later changes of this tab. */
function startAgain(at: number, state: SavedState): void {
  resetAt = at;
  known = state;
  changeExternally(() => {
    for (const [slice, { clear }] of stores) if (slice !== 'storeInfo') clear();
    resetUnsavedStores();
  });
  showAll();
  writeOwn();
  for (const listener of listeners) listener();
}

const afterSignOut = (): SavedState => ({ v: SAVED_STATE_VERSION, ...(known.storeInfo && { storeInfo: known.storeInfo }) });

/** Signs out: clears local storage except the store info and whether this browser may be measured, and resets every other store, in all tabs. */
export function resetStores(): void {
  readSaved();
  const at = Math.max(Date.now() + RESET_MARGIN_MS, resetAt + 1);
  const state = afterSignOut();
  const consent = readItem(CONSENT_KEY);
  tryStorage('localStorage', (storage) => storage.clear());
  if (consent !== undefined) writeItem(CONSENT_KEY, consent);
  if (state.storeInfo) writeStorage(state);
  knownText = readItem(SAVED_STATE_KEY);
  startAgain(at, { ...state, reset: at });
  broadcastToTabs('app', { reset: at });
}

subscribeToTabs('app', ({ reset }) => {
  readSaved();
  if (typeof reset !== 'number' || reset <= resetAt) return;
  const text = readItem(SAVED_STATE_KEY);
  const state = { ...afterSignOut(), reset };
  // A tab that had not heard of the sign-out has written over the cleared storage.
  if (text !== undefined && decode(text).writes) write(state, []);
  startAgain(reset, state);
});

/** Returns a check whether no sign-out has reset the stores since: the reply to an earlier call is about another customer's lines. */
export function watchReset(): () => boolean {
  const before = resetAt;
  return () => resetAt === before;
}

if (!import.meta.env.SSR) {
  addEventListener('pageshow', ({ persisted }) => persisted && readAgain());
  addEventListener('resume', readAgain, { capture: true });
  addEventListener('storage', ({ key }) => (key === null || key === SAVED_STATE_KEY) && readAgain());
}
