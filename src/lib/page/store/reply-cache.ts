import type { SendRequest } from '#lib/client/request.ts';
import { subcategoryVariationsCall } from '#lib/contract/catalogue.ts';
import { storeInfoCall } from '#lib/contract/store.ts';

/** Paths of calls that many pages repeat with the same parameters. */
const sharedPaths = [storeInfoCall.path, subcategoryVariationsCall.path];

/** Replies in the cache, and the length of one in characters. */
const MAX_REPLIES = 50;
const MAX_LENGTH = 200_000;

interface CachedReply {
  text: string;
  status: number;
  headers: [string, string][];
}

/**
 * Wraps the request function of the embedded store so that calls that every page makes are answered once per revision. `readRevision` must
 * take microseconds; while it returns undefined, nothing is cached.
 */
export function withReplyCache(send: SendRequest, readRevision: () => number | undefined): SendRequest {
  const replies = new Map<string, CachedReply>();
  let revisionOfReplies: number | undefined;
  return async (request) => {
    const { pathname } = new URL(request.url);
    const revision = sharedPaths.some((path) => pathname.endsWith(path)) ? readRevision() : undefined;
    if (revision === undefined) return send(request);
    if (revision !== revisionOfReplies) replies.clear();
    revisionOfReplies = revision;
    const body = await request.clone().text();
    const key = `${request.url} ${body}`;
    const cached = replies.get(key);
    if (cached) return new Response(cached.text, cached);
    const response = await send(request);
    const text = await response.text();
    const reply = { text, status: response.status, headers: [...response.headers] };
    if (response.status === 200 && text.length <= MAX_LENGTH && revision === revisionOfReplies) {
      if (replies.size >= MAX_REPLIES) replies.clear();
      replies.set(key, reply);
    }
    return new Response(text || null, reply);
  };
}
