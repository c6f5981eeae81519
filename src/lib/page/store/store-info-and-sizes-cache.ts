import type { SendRequest, StoreResponse } from '#lib/client/request.ts';
import { subcategoryVariationsCall } from '#lib/contract/catalogue.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { withText } from './response-text.ts';

/** Paths of calls that many pages repeat with the same parameters. */
const sharedPaths = [storeInfoCall.path, subcategoryVariationsCall.path];

/** Replies in the cache, and the length of one in characters. */
const MAX_REPLIES = 50;
const MAX_LENGTH = 200_000;

/**
 * Wraps the request function of the embedded store so that calls that every page makes are made once per revision. `readRevision` must
 * take microseconds; while it returns undefined, nothing is cached.
 */
export function withReplyCache(send: SendRequest, readRevision: () => number | undefined): SendRequest {
  const replies = new Map<string, StoreResponse>();
  let revisionOfReplies: number | undefined;
  return async (request, json) => {
    const { pathname } = new URL(request.url);
    const isShared = sharedPaths.some((path) => pathname.endsWith(path)) && (request.method === 'GET' || json !== undefined);
    const revision = isShared ? readRevision() : undefined;
    if (revision === undefined) return send(request, json);
    if (revision !== revisionOfReplies) replies.clear();
    revisionOfReplies = revision;
    const key = `${request.url} ${json}`;
    const cached = replies.get(key);
    if (cached) return cached;
    const response = await send(request, json);
    const text = await response.text();
    const reply = withText(response, text);
    if (response.status !== 200 || text.length > MAX_LENGTH || revision !== revisionOfReplies) return reply;
    if (replies.size >= MAX_REPLIES) replies.clear();
    const kept = { ...reply, kept: {} };
    replies.set(key, kept);
    return kept;
  };
}
