/** Handles a request below `/api`. */
export type SendToStore = (request: Request) => Promise<Response>;

let connected: SendToStore | undefined;
let readRevision: (() => number) | undefined;

/** Uses a remote store for the pages of this process, in place of the embedded one: a static build reads a store elsewhere. */
export function connectRemoteStore(send: SendToStore): void {
  connected = send;
}

/** Sends a request to the store of this process. The embedded store is loaded on first use. */
export const sendToStore: SendToStore = async (request) => {
  if (connected) return connected(request);
  const { getEmbeddedStore } = await import('./embedded-store.ts');
  const store = await getEmbeddedStore();
  readRevision = store.revision;
  return store.fetch(request);
};

/** The catalogue revision of the embedded store; undefined before its first request, or if it cannot be read. */
export function readStoreRevision(): number | undefined {
  try {
    return readRevision?.();
  } catch {
    return undefined;
  }
}
