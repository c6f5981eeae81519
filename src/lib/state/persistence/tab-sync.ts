import type { MapStore } from 'nanostores';
import { isExternal, markExternal } from './change-origin.ts';

/** One change on its way to the other tabs: the changed fields of one store. */
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
    console.error('This browser cannot keep tabs in step', error);
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

/** Hears what other tabs say about a store; the latest hearer of a store is the only one. */
export function subscribeToTabs(store: string, receive: (fields: Record<string, unknown>) => void): void {
  if (import.meta.env.SSR) return;
  if (receivers.size === 0) channel = openChannel();
  receivers.set(store, receive);
}

/** Says something about a store to the other tabs. */
export const broadcastToTabs = (store: string, fields: Record<string, unknown>): void =>
  channel?.postMessage({ store, fields } satisfies Change);

/**
 * Keeps a store the same in all tabs (specification 4.6). `stays` names the fields that belong to one tab: an open cart popup, and
 * the pending and rejected states of calls, so that closing the tab that made a call never leaves another one waiting.
 */
export function syncAcrossTabs<T extends object>(store: string, $store: MapStore<T>, stays: readonly (keyof T & string)[]): void {
  subscribeToTabs(store, (fields) => {
    const travelling = Object.entries(fields).filter(([field]) => !stays.some((staying) => staying === field));
    $store.set(markExternal({ ...$store.get(), ...Object.fromEntries(travelling) }));
  });
  $store.listen((value, before) => {
    if (isExternal(value)) return;
    const fields: Record<string, unknown> = {};
    for (const field of Object.keys(value) as (keyof T & string)[]) {
      if (value[field] !== before?.[field] && !stays.includes(field)) fields[field] = value[field];
    }
    if (Object.keys(fields).length > 0) broadcastToTabs(store, fields);
  });
}
