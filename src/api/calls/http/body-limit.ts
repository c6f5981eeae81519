import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/texts.ts';

/**
 * A request whose body is known to have at most `maxBytes` bytes: the same one when its headers say so, else a copy with the body that
 * has been read and counted. Throws a `Refusal`: 413 for a larger body, of which no more is read, 400 for one that breaks off.
 */
export async function readBodyWithin(request: Request, maxBytes: number): Promise<Request> {
  const { method, headers, url } = request;
  if (method === 'GET' || method === 'HEAD') return request;
  const announced = headers.get('content-length');
  if (announced !== null && !headers.has('transfer-encoding')) {
    if (Number(announced) > maxBytes) throw new Refusal(413, failure.tooLarge);
    return request;
  }
  if (!request.body) return request;
  const body = await readAll(request.body.getReader(), maxBytes);
  // Built from its parts: the Node adapter's request cannot be copied by the constructor.
  return new Request(url, { method, headers, body });
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal(400, failure.malformed);
    });
    if (done) return Buffer.concat(chunks, bytes);
    bytes += value.length;
    if (bytes > maxBytes) {
      // Not awaited: a source that never ends cannot be waited for.
      reader.cancel().catch(() => undefined);
      throw new Refusal(413, failure.tooLarge);
    }
    chunks.push(value);
  }
}
