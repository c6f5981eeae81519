import type { StoreResponse } from '#lib/client/request.ts';

/** A response whose text has been read already; it can be read any number of times. */
export const withText = ({ status, ok, headers }: Omit<StoreResponse, 'text'>, text: string): StoreResponse => ({
  status,
  ok,
  headers,
  text: () => Promise.resolve(text),
});
