import { DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import { pictureResolver } from './make-pictures-absolute.ts';
import type { Connection } from './request.ts';

/** The browser's connection to the store API: the same host unless the site was built for a remote store. */
export const browserConnection: Connection = {
  base: (import.meta.env['PUBLIC_STORE_API_URL'] || '/api').replace(/\/$/, ''),
  applicationKeyHeader: import.meta.env['PUBLIC_STORE_APP_KEY_HEADER'],
  applicationKey: import.meta.env['PUBLIC_STORE_APP_KEY'] || DEFAULT_APPLICATION_KEY,
  send: (request) => fetch(request),
  prepareReply: import.meta.env['PUBLIC_STORE_API_URL'] ? pictureResolver(import.meta.env['PUBLIC_STORE_API_URL']) : undefined,
  inFlight: new Map(),
};

/** The absolute or root-relative URL of a document of the store API; a path is below the API base. */
export const apiUrl = (url: string): string => (url.startsWith('/') ? browserConnection.base + url : url);
