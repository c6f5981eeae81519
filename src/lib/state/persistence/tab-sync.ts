import { type MapStore, onNotify } from 'nanostores';
import { changeAs, isDerived, isExternal } from './change-origin.ts';

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
 * states of calls, so that closing the tab that made a call never leaves another one loading. `pickLater` decides between all fields of two
 * tabs; without it the last write of a field wins, in all tabs. A derived value counts as written when its field last changed.
 */
export function syncAcrossTabs<T extends object>(
  store: string,
  $store: MapStore<T>,
  localFields: readonly (keyof T & string)[],
  pickLater?: (mine: T, theirs: T) => T,
): void {
  if (import.meta.env.SSR) return;
  const times = new ChangeTimes();
  const pickShared = (value: object) => Object.entries(value).filter(([field]) => !localFields.some((local) => local === field));
  subscribeToTabs(store, (fields, at) => {
    const mine = $store.get();
    const current = pickShared(fields).filter(([field]) => pickLater || at >= times.of(field));
    const theirs = { ...mine, ...(Object.fromEntries(current) as Partial<T>) };
    if (pickLater?.(mine, theirs) === mine) return;
    // A derived value may have been saved after the one that replaces it.
    const cause = current.some(([field]) => times.isDerived(field)) ? 'replacing' : 'external';
    for (const [field] of current) times.set(field, at);
    changeAs(cause, () => $store.set(theirs));
  });
  onNotify($store, ({ oldValue }) => {
    if (isExternal()) return;
    const value = $store.get();
    const shared = pickShared(value);
    const changed = shared.filter(([field, now]) => now !== oldValue?.[field as keyof T]).map(([field]) => field);
    if (changed.length === 0) return;
    const derived = isDerived();
    const at = derived ? Math.max(...changed.map((field) => times.of(field))) : Date.now();
    for (const field of changed) times.set(field, at, derived);
    broadcastToTabs(store, Object.fromEntries(shared.filter(([field]) => pickLater || changed.includes(field))), at);
  });
}
