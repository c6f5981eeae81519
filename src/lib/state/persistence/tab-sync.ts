import { type MapStore, onNotify } from 'nanostores';
import * as z from 'zod/mini';
import { changeExternally, isExternal } from './change-origin.ts';

/** A message between tabs: fields of one store. Earlier versions of the shop send no `origin`. */
const message = z.object({
  store: z.string(),
  fields: z.looseObject({}),
  /** Of a saved store: the tab, the number of its change and its time in milliseconds since 1970. */
  origin: z.optional(z.object({ tab: z.string(), n: z.number(), at: z.number() })),
});

type Message = z.output<typeof message>;
type Receive = (fields: Message['fields'], origin: Message['origin']) => void;

const receivers = new Map<string, Receive>();
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel('haat-state');
    opened.addEventListener('message', (event) => {
      const { data } = message.safeParse(event.data);
      if (data) receivers.get(data.store)?.(data.fields, data.origin);
    });
    return opened;
  } catch (error) {
    console.error('This browser cannot sync tabs', error);
    return undefined;
  }
}

/** Receives other tabs' changes of a store. */
export function subscribeToTabs(store: string, receive: Receive): void {
  if (import.meta.env.SSR) return;
  if (receivers.size === 0) channel = openChannel();
  receivers.set(store, receive);
}

/** Sends fields of a store to the other tabs. */
export const broadcastToTabs = (store: string, fields: Message['fields'], origin?: Message['origin']): void =>
  channel?.postMessage({ store, fields, origin } satisfies Message);

/**
 * Syncs a store that is not saved across tabs; the last message of a field wins. `localFields` belong to one tab: the pending and rejected
 * states of calls, so that closing the tab that made a call never leaves another one loading.
 */
export function syncAcrossTabs<T extends object>(store: string, $store: MapStore<T>, localFields: readonly string[] = []): void {
  if (import.meta.env.SSR) return;
  subscribeToTabs(store, (fields) => changeExternally(() => $store.set({ ...$store.get(), ...fields })));
  onNotify($store, ({ oldValue }) => {
    if (isExternal()) return;
    const changed = Object.entries($store.get()).filter(
      ([field, now]) => !localFields.includes(field) && now !== oldValue?.[field as keyof T],
    );
    if (changed.length > 0) broadcastToTabs(store, Object.fromEntries(changed));
  });
}
