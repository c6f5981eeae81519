import type { MapStore } from 'nanostores';
import { isDerived, isExternal, markExternal, markReplacing } from './change-origin.ts';

/** A message between tabs: fields of one store. */
interface Change {
  store: string;
  fields: Record<string, unknown>;
  /** When they changed, in milliseconds since 1970; earlier versions of the shop send none. */
  at?: number;
}

type Receive = (fields: Record<string, unknown>, at: number) => void;

const CHANNEL = 'haat-state';
const receivers = new Map<string, Receive>();
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(CHANNEL);
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isChange(data)) receivers.get(data.store)?.(data.fields, data.at ?? Date.now());
    });
    return opened;
  } catch (error) {
    console.error('This browser cannot sync tabs', error);
    return undefined;
  }
}

const isChange = (data: unknown): data is Change =>
  typeof data === 'object' &&
  data !== null &&
  'store' in data &&
  'fields' in data &&
  typeof data.fields === 'object' &&
  data.fields !== null &&
  (!('at' in data) || typeof data.at === 'number');

/** Receives other tabs' changes of a store; a second subscription replaces the first. */
export function subscribeToTabs(store: string, receive: Receive): void {
  if (import.meta.env.SSR) return;
  if (receivers.size === 0) channel = openChannel();
  receivers.set(store, receive);
}

/** Whether messages reach the other tabs. */
export const isSyncing = (): boolean => channel !== undefined;

/** Sends fields of a store, which changed at a time in milliseconds since 1970, to the other tabs. */
export const broadcastToTabs = (store: string, fields: Record<string, unknown>, at = Date.now()): void =>
  channel?.postMessage({ store, fields, at } satisfies Change);

/** When the fields of a store changed last, here or in another tab, in milliseconds since 1970. */
class ChangeTimes {
  /** The fields that a page restores were written before it loaded. */
  readonly #loadedAt = Date.now();
  readonly #times = new Map<string, number>();
  /** Fields whose value this tab has derived. */
  readonly #derived = new Set<string>();

  /** Not in the future: the clock may have been set back. */
  of(field: string): number {
    return Math.min(this.#times.get(field) ?? this.#loadedAt, Date.now());
  }

  isDerived(field: string): boolean {
    return this.#derived.has(field);
  }

  set(field: string, at: number, derived = false): void {
    this.#times.set(field, at);
    if (derived) this.#derived.add(field);
    else this.#derived.delete(field);
  }
}

/**
 * Syncs a store across tabs (specification 4.6). `localFields` belong to one tab: an open cart popup, and the pending and rejected
 * states of calls, so that closing the tab that made a call never leaves another one loading. `merge` combines this tab's fields with
 * all of another's; without it the last write of a field wins, in all tabs. A derived value counts as written when its field last changed.
 */
export function syncAcrossTabs<T extends object>(
  store: string,
  $store: MapStore<T>,
  localFields: readonly (keyof T & string)[],
  merge?: (mine: T, theirs: Partial<T>) => Partial<T>,
): void {
  const times = new ChangeTimes();
  subscribeToTabs(store, (fields, at) => {
    const shared = Object.entries(fields).filter(([field]) => !localFields.some((local) => local === field));
    const mine = $store.get();
    if (merge) {
      $store.set(markExternal({ ...mine, ...merge(mine, Object.fromEntries(shared) as Partial<T>) }));
      return;
    }
    const current = shared.filter(([field]) => at >= times.of(field));
    // A derived value may have been saved after the one that replaces it.
    const mark = current.some(([field]) => times.isDerived(field)) ? markReplacing : markExternal;
    for (const [field] of current) times.set(field, at);
    $store.set(mark({ ...mine, ...(Object.fromEntries(current) as Partial<T>) }));
  });
  $store.listen((value, before) => {
    if (isExternal(value)) return;
    const shared = (Object.keys(value) as (keyof T & string)[]).filter((field) => !localFields.includes(field));
    const changed = shared.filter((field) => value[field] !== before?.[field]);
    if (changed.length === 0) return;
    const derived = isDerived(value);
    const at = derived ? Math.max(...changed.map((field) => times.of(field))) : Date.now();
    for (const field of changed) times.set(field, at, derived);
    broadcastToTabs(store, Object.fromEntries((merge ? shared : changed).map((field) => [field, value[field]])), at);
  });
}
