import { type MapStore, map, onNotify } from 'nanostores';
import * as z from 'zod/mini';
import { SAVED_STATE_KEY, SAVED_STATE_VERSION, type SavedSlice, type SavedState } from '#lib/contract/saved-state.ts';
import { type ChangeTime, changeAt, isExternal, noteTime, running, tick } from './change-time.ts';
import {
  type EntryOptions,
  type FieldValues,
  fieldOf,
  findChanged,
  isSame,
  latestOf,
  mergeChanges,
  type Timed,
  type Times,
  timeAll,
} from './merge-changes.ts';
import { $unsaved, eraOf, forgetSaved, keepStoreInfo, parseSaved, readSaved, timesIn, writeSaved } from './saved-state.ts';

/**
 * Stores that all tabs share, and most pages save. A tab sends a changed store to the others as it saves it. What belongs to an earlier era,
 * before a sign-out, never comes back.
 */

interface SharingOptions extends EntryOptions {
  /** Fields of each tab alone. */
  local?: readonly string[];
  /** A sign-out leaves the store as it is. */
  survivesReset?: boolean;
}

interface Shared {
  name: string;
  $store: MapStore<Record<string, unknown>>;
  options: SharingOptions;
  times: Times;
  isSaved: boolean;
  isKept: (field: string) => boolean;
  /** What a state has of the store; undefined when that is nothing or damaged. */
  read: (state: SavedState) => Timed | undefined;
}

/** How late a change of another tab may reach this tab's storage after its message, in milliseconds. */
const REPAIR_DELAY_MS = 500;

/** How far apart two tabs may begin an era of which neither has heard from the other, in milliseconds: less than a page takes to load. */
const CROSSING_MS = 50;

/** How many times of a store are kept, also of elements that have been removed. */
const MAX_TIMES = 300;

const stores = new Map<object, Shared>();
let channel: BroadcastChannel | undefined;

/** When a shared store was changed last; 0 if never. */
export const timeOf = ($store: object): number => latestOf(stores.get($store)?.times ?? {});

const pick = <T>(value: Readonly<Record<string, T>>, isPicked: (field: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => isPicked(fieldOf(name))));

/** The fields that are sent and saved. */
const keptFields = ({ $store, isKept }: Shared, value: FieldValues = $store.get()): FieldValues => pick(value, isKept);

/** Takes over what is later of other fields. */
function take(shared: Shared, theirs: Timed, at: ChangeTime, outside: boolean): void {
  const { $store, options, times, isKept } = shared;
  const isTaken = (field: string): boolean => (isKept(field) || field === '') && !options.local?.includes(field);
  const taken = { fields: pick(theirs.fields, isTaken), times: pick(theirs.times, isTaken) };
  const merged = mergeChanges(options, { fields: keptFields(shared), times }, taken);
  noteTime(latestOf(theirs.times));
  if (merged.times === times) return;
  shared.times = merged.times;
  changeAt(at, () => $store.set({ ...$store.get(), ...merged.fields }), outside);
}

/** When the state of this tab began, in milliseconds since 1970; 0 while it has none. */
let era = 0;
let resets = 0;
const resetTasks: (() => void)[] = [];

/** Returns a check whether no sign-out has reset the stores since: the reply to an earlier call is about another customer. */
export function watchReset(): () => boolean {
  const since = resets;
  return () => resets === since;
}

/** A session that has begun after the era is not of the customer before. */
const isLaterSession = ({ options, times }: Shared): boolean => options.whole === true && era > 0 && latestOf(times) >= era;

function resetTab(to: number): void {
  era = to;
  noteTime(era);
  resets += 1;
  forgetSaved();
  for (const task of resetTasks) changeAt('now', task, true);
  for (const shared of stores.values()) if (isLaterSession(shared)) keep(shared);
}

/** Follows the era of a state that another tab has sent or saved. False if it is an earlier one and does not count. */
function enter(state: SavedState): boolean {
  const theirs = eraOf(state);
  if (theirs > 0 && era - theirs >= CROSSING_MS) return false;
  if (era > 0 && theirs - era >= CROSSING_MS) resetTab(theirs);
  era = Math.max(era, theirs);
  noteTime(era);
  return true;
}

/** Adds a function that runs after a sign-out in any tab. */
export const onReset = (task: () => void): void => void resetTasks.push(task);

/** Registers a store that a sign-out, in any tab, sets to `initial`. */
export function registerForReset<T extends object>($store: MapStore<T>, initial: T): MapStore<T> {
  onReset(() => $store.set({ ...initial }));
  return $store;
}

const send = (state: object): void => channel?.postMessage({ v: SAVED_STATE_VERSION, ...(era > 0 && { era }), ...state });

/** Resets every registered store in all tabs. Does not clear storage: see `clearSavedState`. */
export function resetStores(): void {
  resetTab(Math.max(Date.now(), era) + CROSSING_MS);
  send({});
}

function adopt(state: SavedState, isSent = false): void {
  if (!enter(state)) return;
  for (const shared of stores.values()) {
    const times = timesIn(state, shared.name);
    const isKnown = latestOf(times) > 0 && isSame(times, shared.times);
    const theirs = (shared.isSaved || isSent) && !isKnown && shared.read(state);
    if (theirs) take(shared, theirs, 'now', true);
  }
}

/** Takes over what other tabs have saved, whose messages may still be on the way. */
export const adoptSaved = (): void => adopt(readSaved());

let repair: ReturnType<typeof setTimeout> | undefined;

/** Saves what storage lacks. Not at once: what another tab has just written may reach this tab's storage after its message. */
function saveLater(): void {
  clearTimeout(repair);
  repair = setTimeout(() => {
    adoptSaved();
    save();
  }, REPAIR_DELAY_MS);
}

/** Slices that were dropped from storage to make room. */
let dropped: readonly string[] = [];

/** Saves what storage lacks; `changed` is the slice for which others make room. */
function save(changed?: string): void {
  const state = readSaved();
  const stored = enter(state) ? state : keepStoreInfo(state);
  const slices: Record<string, unknown> = {};
  for (const shared of stores.values()) {
    const { name, options, times, isSaved } = shared;
    const isLeftOut = !isSaved || latestOf(times) === 0 || isSame(timesIn(stored, name), times);
    if (isLeftOut || (name !== changed && dropped.includes(name))) continue;
    const mine = { fields: keptFields(shared), times };
    const theirs = shared.read(stored);
    const merged = theirs ? mergeChanges(options, theirs, mine) : mine;
    if (merged === theirs) continue;
    slices[name] = { ...merged.fields, times: merged.times };
    if (!options.survivesReset) slices['era'] = era;
  }
  // Storage that a sign-out has emptied is not filled again by itself.
  if (stored === state && Object.keys(slices).length === 0) return;
  const made = writeSaved({ ...stored, ...slices }, changed as SavedSlice);
  if (made) dropped = [...dropped, ...made].filter((name) => name !== changed);
  const failed = made ? [] : [...$unsaved.get().filter((name) => name !== changed), ...(changed ? [changed as SavedSlice] : [])];
  if (failed.length !== $unsaved.get().length) $unsaved.set(failed);
}

/** Saves a store and sends it to the other tabs. */
function keep(shared: Shared): void {
  if (shared.isSaved) save(shared.name);
  send({ [shared.name]: { ...keptFields(shared), times: shared.times } });
}

/** Times, saves and sends a change of a store. */
function publish(shared: Shared, before: FieldValues): void {
  const { options, times } = shared;
  const isSameEra = watchReset();
  if (!isExternal()) enter(readSaved());
  // Another tab has signed out: the change was of the state before.
  if (!isSameEra()) {
    adoptSaved();
    return;
  }
  const changed = findChanged(options, keptFields(shared, before), keptFields(shared));
  if (changed.length === 0 && typeof running.at === 'string') return;
  if (!isExternal() || running.at !== 'now') {
    const at = running.at === 'now' ? tick() : running.at;
    const timed = { ...times, ...timeAll(changed, (entry) => (at === 'derived' ? (times[entry] ?? 0) + 1 : at)) };
    shared.times = Object.fromEntries(
      Object.entries(timed)
        .sort(([, one], [, other]) => one - other)
        .slice(-MAX_TIMES),
    );
  }
  if (isExternal()) {
    saveLater();
    return;
  }
  if (era === 0 && !options.survivesReset) era = tick();
  keep(shared);
}

/**
 * Changes fields of a shared store as of a time, by default now: in milliseconds since 1970. What has changed since, here or in another tab,
 * stays. Fields that are no lists count as changed also with an equal value, unless nothing differs.
 */
export function writeShared<T extends object>($store: MapStore<T>, fields: Partial<T>, at = tick()): void {
  const shared = stores.get($store);
  if (!shared) return;
  const { options } = shared;
  const before = $store.get() as FieldValues;
  const given = Object.entries(fields);
  if (given.every(([field, value]) => isSame(value, before[field])) && latestOf(shared.times) > 0) return;
  const changed = findChanged(options, Object.fromEntries(given.map(([field]) => [field, before[field]])), fields as FieldValues);
  const plain = given.map(([field]) => field).filter((field) => !options.lists?.[field]);
  // Lists may differ in their order only.
  const names = changed.length > 0 ? [...changed, ...plain] : findChanged(options, {}, fields as FieldValues);
  take(shared, { fields: fields as FieldValues, times: timeAll(names, () => at) }, at, isExternal());
}

/** Follows what another tab has sent or saved; without it that tab may have emptied the storage by a sign-out. */
function follow(sent?: unknown): void {
  const saved = readSaved(sent === undefined);
  if (sent === undefined && era > 0 && eraOf(saved) === 0 && $unsaved.get().length === 0) resetTab(0);
  adopt(sent === undefined ? saved : parseSaved(sent), typeof sent === 'object');
  if (typeof sent === 'string') save();
  else saveLater();
}

function listen(): void {
  try {
    channel = new BroadcastChannel('haat-state');
    channel.addEventListener('message', ({ data }) => follow(data ?? {}));
  } catch (error) {
    console.error('This browser cannot sync tabs', error);
  }
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
  // A page that the browser had frozen may have missed other tabs' messages.
  addEventListener('resume', () => follow(), { capture: true });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === null || key === SAVED_STATE_KEY) follow(newValue ?? undefined);
  });
}

/**
 * A store that all tabs share and a sign-out resets. The fields named in `schema` are saved; the others start at `initial` on every page, and
 * each tab has its own. On a server, and in the first render in a browser (`ssr: 'initial'`), it holds `initial`.
 */
export function createSharedMap<T extends object>(
  name: string,
  initial: T,
  options: SharingOptions = {},
  schema?: z.ZodMiniType<object>,
): MapStore<T> {
  const $map = map<T>(initial);
  if (import.meta.env.SSR) return $map;
  if (stores.size === 0) listen();
  const { local = [], survivesReset } = options;
  const ownFields = pick(initial as FieldValues, (field) => !local.includes(field));
  const blank: Record<string, unknown> = { ...(schema ? schema.safeParse(initial).data : ownFields) };
  const shared: Shared = {
    name,
    $store: $map as MapStore<object> as Shared['$store'],
    options,
    times: {},
    isSaved: schema !== undefined,
    isKept: (field) => field in blank,
    read: (state) => {
      const slice = state[name as SavedSlice];
      if (!slice) return undefined;
      const { data, error } = (schema ?? z.looseObject({})).safeParse(slice);
      if (!data) console.warn(`The saved ${name} cannot be read and is dropped`, error?.issues);
      return data && { fields: { ...blank, ...data }, times: timesIn(state, name) };
    },
  };
  const restored = schema && enter(readSaved()) ? shared.read(readSaved()) : undefined;
  if (restored) {
    shared.times = restored.times;
    noteTime(latestOf(restored.times));
    $map.set({ ...initial, ...restored.fields });
  }
  if (!survivesReset) {
    onReset(() => {
      if (isLaterSession(shared)) return;
      shared.times = {};
      $map.set({ ...initial });
    });
  }
  stores.set($map, shared);
  onNotify($map, ({ oldValue }) => publish(shared, oldValue ?? {}));
  return $map;
}
