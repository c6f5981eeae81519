import type { MapStore } from 'nanostores';
import { isExternal, markExternal } from './change-origin.ts';

/** A message between tabs: fields of one store. */
interface Change {
  store: string;
  fields: Record<string, unknown>;
}

const CHANNEL = 'haat-state';
const receivers = new Map<string, (fields: Record<string, unknown>) => void>();
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(CHANNEL);
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isChange(data)) receivers.get(data.store)?.(data.fields);
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
  data.fields !== null;

/** Receives other tabs' changes of a store; a second subscription replaces the first. */
export function subscribeToTabs(store: string, receive: (fields: Record<string, unknown>) => void): void {
  if (import.meta.env.SSR) return;
  if (receivers.size === 0) channel = openChannel();
  receivers.set(store, receive);
}

/** Whether messages reach the other tabs. */
export const isSyncing = (): boolean => channel !== undefined;

/** Sends fields of a store to the other tabs. */
export const broadcastToTabs = (store: string, fields: Record<string, unknown>): void =>
  channel?.postMessage({ store, fields } satisfies Change);

/**
 * Syncs a store across tabs (specification 4.6). `localFields` belong to one tab: an open cart popup, and the pending and rejected
 * states of calls, so that closing the tab that made a call never leaves another one loading. `merge` combines this tab's fields with
 * all of another's; without it the other's changed fields replace them.
 */
export function syncAcrossTabs<T extends object>(
  store: string,
  $store: MapStore<T>,
  localFields: readonly (keyof T & string)[],
  merge?: (mine: T, theirs: Partial<T>) => Partial<T>,
): void {
  subscribeToTabs(store, (fields) => {
    const shared = Object.entries(fields).filter(([field]) => !localFields.some((local) => local === field));
    const mine = $store.get();
    const theirs = Object.fromEntries(shared) as Partial<T>;
    $store.set(markExternal({ ...mine, ...(merge ? merge(mine, theirs) : theirs) }));
  });
  $store.listen((value, before) => {
    if (isExternal(value)) return;
    const shared = (Object.keys(value) as (keyof T & string)[]).filter((field) => !localFields.includes(field));
    const changed = shared.filter((field) => value[field] !== before?.[field]);
    if (changed.length === 0) return;
    broadcastToTabs(store, Object.fromEntries((merge ? shared : changed).map((field) => [field, value[field]])));
  });
}
