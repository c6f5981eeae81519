/** Retries once when the connection is back: until then, the browser keeps the failure of a module that it could not fetch. */
export const retryWhenOnline = (retry: () => void, signal: AbortSignal): void =>
  addEventListener('online', retry, { signal, once: true });
