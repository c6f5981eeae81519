import { reasonOf } from '#api/database/errors/store-errors.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { fetchText, MAX_STORE_REPLY_BYTES } from '#lib/rules/http/fetch-text.ts';

/** Timeout of the check in milliseconds. */
const TIMEOUT_MS = 10_000;

export interface RemoteStore {
  apiUrl: string;
  applicationKey: string;
  applicationKeyHeader: string;
  /** Origin of the pages, if browsers call the store from another origin. */
  siteOrigin: string | undefined;
}

/** Reads the settings of a remote store; undefined with the store inside. */
export function readRemoteStore(env: NodeJS.ProcessEnv, applicationKey: string): RemoteStore | undefined {
  const { STORE_API_URL: apiUrl, PUBLIC_STORE_API_URL: publicApiUrl = '', PUBLIC_SITE_URL: siteUrl = '' } = env;
  if (!apiUrl) return undefined;
  const [siteOrigin, publicOrigin] = [siteUrl, publicApiUrl].map((url) => (URL.canParse(url) ? new URL(url).origin : undefined));
  const applicationKeyHeader = env['PUBLIC_STORE_APP_KEY_HEADER'] || APPLICATION_KEY_HEADER;
  return {
    apiUrl,
    applicationKey,
    applicationKeyHeader,
    siteOrigin: publicOrigin && publicOrigin !== siteOrigin ? siteOrigin : undefined,
  };
}

/**
 * Asks a remote store for its store info. Resolves to what is wrong and how to fix it, or undefined. `isAccepted` tells whether the pages
 * can use the store info that they load.
 */
export async function checkRemoteStore(
  { apiUrl, applicationKey, applicationKeyHeader, siteOrigin }: RemoteStore,
  isAccepted: () => Promise<boolean>,
): Promise<string | undefined> {
  const base = apiUrl.replace(/\/$/, '');
  const { method, path } = storeInfoCall;
  try {
    const response = await fetchText(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        [applicationKeyHeader]: applicationKey,
        ...(siteOrigin && { origin: siteOrigin }),
      },
      body: '{}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: MAX_STORE_REPLY_BYTES,
    });
    const { status, headers } = response;
    if (status === 401 || status === 403)
      return `The store API at ${base} refuses the application key (${status}). Set PUBLIC_STORE_APP_KEY to the key of that store and build again`;
    if (!(await isAccepted()))
      return `The store API at ${base} answers ${path} with ${status} and without store info. STORE_API_URL must be the base of a store API, such as https://api.shop.example/api`;
    const allowed = headers.get('access-control-allow-origin');
    if (siteOrigin && allowed !== siteOrigin && allowed !== '*')
      return `The store API at ${base} does not allow browsers to call it from ${siteOrigin}. Set STORE_ALLOWED_ORIGINS=${siteOrigin} there`;
    return undefined;
  } catch (error) {
    const reason = reasonOf((error as Error).cause ?? error);
    return `The store API at ${base} cannot be reached (${reason}). Start it, or correct STORE_API_URL; the pages need no restart once it answers`;
  }
}
