import type { Store } from './embedded-store.ts';

/** Handles a request below `/api`. */
type SendToStore = Store['fetch'];

let connected: SendToStore | undefined;

/** Uses a remote store for the pages of this process, in place of the embedded one: a static build reads a store elsewhere. */
export function connectRemoteStore(send: SendToStore): void {
  connected = send;
}

/** Sends a request to the store of this process. The embedded store is loaded on first use. */
export const sendToStore: SendToStore = async (request, takeReply) => {
  if (connected) return connected(request);
  const { getEmbeddedStore } = await import('./embedded-store.ts');
  return (await getEmbeddedStore()).fetch(request, takeReply);
};
