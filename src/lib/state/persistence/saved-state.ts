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
import type { Times } from './merge-changes.ts';
import { tryStorage } from './storage.ts';

/** The text of a key in local storage; undefined if there is none or it cannot be read. */
export const readItem = (key: string): string | undefined =>
  tryStorage('localStorage', (storage) => storage.getItem(key)) ?? undefined;

/** Writes a text to local storage, or removes the key without one. False when the browser refused it. */
export function writeItem(key: string, text: string | undefined): boolean {
  tryStorage('localStorage', (storage) => (text === undefined ? storage.removeItem(key) : storage.setItem(key, text)));
  return readItem(key) === text;
}

/** Local storage that never throws, for nanostores: whoever must know whether a write succeeded reads it back. */
const engine = {
  get [SAVED_STATE_KEY]() {
    return readItem(SAVED_STATE_KEY) ?? '';
  },
  set [SAVED_STATE_KEY](text: string) {
    writeItem(SAVED_STATE_KEY, text);
  },
};

/** Writes the saved state, which is one text; `readSaved` reads it, because another tab may have written it since. */
function openSaved() {
  setPersistentEngine(engine, { addEventListener() {}, removeEventListener() {}, perKey: false });
  return persistentAtom<string>(SAVED_STATE_KEY, '', { listen: false });
}

const $saved = import.meta.env.SSR ? undefined : openSaved();

/** False when the browser refused it. Nothing to save removes what is saved. */
function writeText(text: string | undefined): boolean {
  if (text === undefined) return writeItem(SAVED_STATE_KEY, undefined);
  $saved?.set(text);
  return readItem(SAVED_STATE_KEY) === text;
}

const empty: SavedState = { v: SAVED_STATE_VERSION };
const envelope = z.looseObject({ v: z.literal(SAVED_STATE_VERSION) });

/** Parses what a tab has saved, or sent. What is damaged or of another version is dropped with a warning; slices are validated later. */
export function parseSaved(state: unknown): SavedState {
  try {
    return envelope.parse(typeof state === 'string' ? JSON.parse(state) : state);
  } catch (error) {
    console.warn('The saved state cannot be read and is dropped', error);
    return empty;
  }
}

const savedTimes = z.catch(z.record(z.string(), z.number()), {});
/** The times of a slice. */
export const timesIn = (state: SavedState, name: string): Times => savedTimes.parse(state[name as SavedSlice]?.times ?? {});

/** The era of a saved state; an earlier version of the shop saved none. */
export const eraOf = (state: SavedState): number => state.era ?? (state.auth || state.cart ? 1 : 0);

/** Serialises the saved state; fields named `loading` are never saved. */
const encode = (saved: object): string =>
  JSON.stringify(saved, (field, value: unknown) => (field === 'loading' ? undefined : value));

let known = empty;
let knownText: string | undefined;

/**
 * The state that is in storage now: another tab may have changed it. Where the visitor or the browser has emptied the storage in the middle
 * of a visit, the state that this tab has last read or written, unless a sign-out may have emptied it.
 */
export function readSaved(mayBeSignedOut = false): SavedState {
  const text = readItem(SAVED_STATE_KEY);
  if (text === undefined && mayBeSignedOut) known = empty;
  if (text !== undefined && text !== knownText) known = parseSaved(text);
  knownText = text;
  return known;
}

/** Forgets what this tab has read. */
export function forgetSaved(): void {
  known = empty;
  knownText = undefined;
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

/** Writes a state, without what makes room for `slice`. The slices that were dropped; undefined if the browser refused it. */
export function writeSaved(state: SavedState, slice?: SavedSlice): readonly (keyof SavedState)[] | undefined {
  const rooms = expendable.filter((name, i) => name in state && !expendable.slice(0, i + 1).includes(slice as SavedSlice));
  for (let count = 0; count <= rooms.length; count++) {
    const dropped = rooms.slice(0, count);
    const kept = Object.entries(state).filter(([name]) => !dropped.includes(name as SavedSlice));
    const saved = Object.fromEntries(kept) as SavedState;
    const text = kept.length > 1 ? encode(saved) : undefined;
    if (text !== knownText && !writeText(text)) continue;
    [known, knownText] = [saved, text];
    return dropped;
  }
  return undefined;
}

/** What a sign-out leaves of a state. */
export const keepStoreInfo = ({ storeInfo }: SavedState): SavedState => ({ ...empty, ...(storeInfo && { storeInfo }) });

/** Clears local storage except the store info, and whether this browser may be measured. */
export function clearSavedState(): void {
  const kept = keepStoreInfo(readSaved());
  const consent = readItem(CONSENT_KEY);
  forgetSaved();
  tryStorage('localStorage', (storage) => storage.clear());
  if (consent !== undefined) writeItem(CONSENT_KEY, consent);
  writeSaved(kept);
}
