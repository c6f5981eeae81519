import type { MapStore } from 'nanostores';
import { isDerived, isExternal, markExternal } from './change-origin.ts';

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
  readonly #times = new Map<string, number>();

  /** Not in the future: the clock may have been set back. */
  of(field: string): number {
    return Math.min(this.#times.get(field) ?? 0, Date.now());
  }

  set(fields: readonly string[], at: number): void {
    for (const field of fields) this.#times.set(field, at);
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
    times.set(
      current.map(([field]) => field),
      at,
    );
    const value = { ...mine, ...(Object.fromEntries(current) as Partial<T>) };
    $store.set(markExternal(value));
    // The other tab has saved what this tab's later change replaces: save it again.
    if (current.length < shared.length) $store.set({ ...value });
  });
  $store.listen((value, before) => {
    if (isExternal(value)) return;
    const shared = (Object.keys(value) as (keyof T & string)[]).filter((field) => !localFields.includes(field));
    const changed = shared.filter((field) => value[field] !== before?.[field]);
    if (changed.length === 0) return;
    const at = isDerived(value) ? Math.max(...changed.map((field) => times.of(field))) : Date.now();
    times.set(changed, at);
    broadcastToTabs(store, Object.fromEntries((merge ? shared : changed).map((field) => [field, value[field]])), at);
  });
}
