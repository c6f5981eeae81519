import { type Connection, type Outcome, type RequestOptions, request, type SendRequest } from '../client/request.ts';
import type { Call, ReplyOf } from '../contract/call.ts';
import { recorded } from './page-data.ts';

/** A store elsewhere that has not answered within this time counts as down, in milliseconds. */
const REMOTE_TIMEOUT_MS = 5000;

let embedded: SendRequest | undefined;

const sendRemote = recorded((request) =>
  fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(REMOTE_TIMEOUT_MS)]) }),
);

/** Lets pages reach the store that runs in this very process; called once by src/fetch.ts. */
export function connectEmbeddedStore(send: SendRequest): void {
  embedded = recorded(send);
}

/** The store's application key: a public label. */
export const applicationKey = (): string => process.env['PUBLIC_STORE_APP_KEY'] || 'demo-key';

function connection(): Connection {
  const elsewhere = process.env['STORE_API_URL'];
  if (elsewhere) return { base: elsewhere.replace(/\/$/, ''), applicationKey: applicationKey(), send: sendRemote };
  if (!embedded) throw new Error('No store is connected: set STORE_API_URL or serve the pages through src/fetch.ts');
  return { base: 'http://store.internal/api', applicationKey: applicationKey(), send: embedded };
}

/** Makes a call while a page is rendered, in-process or over HTTP; the page cannot tell which. */
export const callStore = <C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<Outcome<C>> =>
  request(connection(), call, options);

/** As `callStore`, for what a page cannot do without: a refusal throws, so that a broken store never renders as an empty shop. */
export async function needStore<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<ReplyOf<C>> {
  const outcome = await callStore(call, options);
  if (!outcome || (outcome as { success: boolean }).success !== true) {
    throw new Error(`The store did not answer ${call.path}: ${JSON.stringify(outcome)}`);
  }
  return outcome as ReplyOf<C>;
}
