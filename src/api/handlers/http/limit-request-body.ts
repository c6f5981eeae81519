import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** Maximum size of a request body. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Throws a `Refusal` (400) for a body that cannot be read or parsed. */
export const refuseMalformed = (): never => {
  throw new Refusal(400, failure.malformed);
};

/**
 * Limits the body to `maxBytes`. Returns the same request when Content-Length is within it, else a copy with the body read and counted.
 * Throws a `Refusal`: 413 for a larger body, which is not read further, 400 for an aborted one.
 */
export async function readBodyWithin(request: Request, maxBytes: number): Promise<Request> {
  const { method, headers, url } = request;
  if (method === 'GET' || method === 'HEAD') return request;
  const contentLength = headers.get('content-length');
  if (contentLength !== null && !headers.has('transfer-encoding')) {
    if (Number(contentLength) > maxBytes) throw new Refusal(413, failure.tooLarge);
    return request;
  }
  if (!request.body) return request;
  const body = await readAll(request.body.getReader(), maxBytes);
  // Built from its parts, because the constructor cannot copy the Node adapter's request.
  return new Request(url, { method, headers, body });
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(refuseMalformed);
    if (done) return Buffer.concat(chunks, bytes);
    bytes += value.length;
    if (bytes > maxBytes) {
      // Not awaited, because a stream may never finish cancelling.
      reader.cancel().catch(() => undefined);
      throw new Refusal(413, failure.tooLarge);
    }
    chunks.push(value);
  }
}
