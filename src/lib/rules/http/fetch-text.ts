/** Maximum size of a reply of a store elsewhere, in bytes. */
export const MAX_STORE_REPLY_BYTES = 8 * 1024 * 1024;

/** Maximum size of a reply of any other service, in bytes: they send a few fields. */
export const MAX_PROVIDER_REPLY_BYTES = 1024 * 1024;

/** Settings of `fetch`, and the largest reply that is read. */
type BoundedInit = Omit<RequestInit, 'redirect'> & { maxBytes: number };

/** A service responded with a redirect or with too many bytes. */
export class UnusableReply extends Error {}

/** A reply whose whole body has been read. */
interface Reply<Body> {
  status: number;
  ok: boolean;
  headers: Headers;
  body: Body;
}

/** A reply whose whole text has been read. */
export interface TextReply extends Omit<Reply<unknown>, 'body'> {
  text: string;
}

async function readWithin({ body }: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest. Bytes are counted after decompression.
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new UnusableReply(`the reply is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Sends a request to another service and reads its reply of at most `maxBytes`. A redirect is not followed, because it could lead into the
 * inner network. Throws `UnusableReply` for a redirect and for a larger reply; rejects as `fetch` does.
 */
export async function fetchBytes(request: string | Request, { maxBytes, ...init }: BoundedInit): Promise<Reply<Buffer>> {
  const response = await fetch(request, { ...init, redirect: 'manual' });
  const { status, ok, headers } = response;
  if (status >= 300 && status < 400 && headers.has('location')) {
    await response.body?.cancel();
    throw new UnusableReply(`the reply is a redirect (${status})`);
  }
  return { status, ok, headers, body: await readWithin(response, maxBytes) };
}

/** Like `fetchBytes`, for a reply in UTF-8. */
export async function fetchText(request: string | Request, init: BoundedInit): Promise<TextReply> {
  const { body, ...reply } = await fetchBytes(request, init);
  return { ...reply, text: new TextDecoder().decode(body) };
}

/** Parses the JSON of a reply; undefined if it is none. */
export function jsonOf({ text }: Pick<TextReply, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
