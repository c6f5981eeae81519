import { type MapStore, onNotify } from 'nanostores';
import * as z from 'zod/mini';
import { changeAs, isDerived, isExternal } from './change-origin.ts';

/** A message between tabs: fields of one store. */
const change = z.object({
  store: z.string(),
  fields: z.looseObject({}),
  /** When they changed, in milliseconds since 1970; earlier versions of the shop send none. */
  at: z.optional(z.number()),
});

type Receive = (fields: Record<string, unknown>, at: number) => void;

const CHANNEL = 'haat-state';
const receivers = new Map<string, Receive>();
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(CHANNEL);
    opened.addEventListener('message', (event) => {
      const { data } = change.safeParse(event.data);
      if (data) receivers.get(data.store)?.(data.fields, data.at ?? Date.now());
    });
    return opened;
  } catch (error) {
    console.error('This browser cannot sync tabs', error);
    return undefined;
  }
}

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
  channel?.postMessage({ store, fields, at } satisfies z.output<typeof change>);

/**
 * Syncs a store across tabs. `localFields` belong to one tab: an open cart popup, and the pending and rejected
 * states of calls, so that closing the tab that made a call never leaves another one loading. `pickLater` decides between all fields of two
 * tabs; without it the last write of a field wins, in all tabs. A derived value counts as written when its field last changed.
 */
export function syncAcrossTabs<T extends object>(
  store: string,
  $store: MapStore<T>,
  localFields: readonly string[],
  pickLater?: (mine: T, theirs: T) => T,
): void {
  if (import.meta.env.SSR) return;
  /** When each field changed last, here or in another tab, in milliseconds since 1970, and whether this tab has derived it. */
  const changes = new Map<string, { at: number; derived: boolean }>();
  /** Restored fields were written before the page loaded. */
  const loadedAt = Date.now();
  /** Not in the future: the clock may have been set back. */
  const timeOf = (field: string): number => Math.min(changes.get(field)?.at ?? loadedAt, Date.now());
  const noteChange = (fields: readonly string[], at: number, derived: boolean) => {
    for (const field of fields) changes.set(field, { at, derived });
  };
  const pickShared = (value: object) => Object.entries(value).filter(([field]) => !localFields.includes(field));
  subscribeToTabs(store, (fields, at) => {
    const mine = $store.get();
    const current = pickShared(fields).filter(([field]) => pickLater || at >= timeOf(field));
    const theirs = { ...mine, ...(Object.fromEntries(current) as Partial<T>) };
    if (pickLater?.(mine, theirs) === mine) return;
    // A derived value may have been saved after the one that replaces it.
    const names = current.map(([field]) => field);
    const cause = names.some((field) => changes.get(field)?.derived) ? 'replacing' : 'external';
    noteChange(names, at, false);
    changeAs(cause, () => $store.set(theirs));
  });
  onNotify($store, ({ oldValue }) => {
    if (isExternal()) return;
    const value = $store.get();
    const shared = pickShared(value);
    const changed = shared.filter(([field, now]) => now !== oldValue?.[field as keyof T]).map(([field]) => field);
    if (changed.length === 0) return;
    const at = isDerived() ? Math.max(...changed.map(timeOf)) : Date.now();
    noteChange(changed, at, isDerived());
    broadcastToTabs(store, Object.fromEntries(shared.filter(([field]) => pickLater || changed.includes(field))), at);
  });
}
