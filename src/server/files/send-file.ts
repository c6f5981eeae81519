import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ContentCoding } from '#server/http/accept-encoding.ts';
import { isNotModified, isRangeApplicable, type Validators } from './conditional.ts';
import { isOutOfDescriptors, type OpenFile, openFile } from './open-file.ts';
import { type ByteRange, parseRange } from './range.ts';

/** Up to so many bytes are read at once and the file is closed, so that a slow client holds no descriptor for them. */
const READ_AT_ONCE = 64 * 1024;

/** One file that can answer a request, and how its content is encoded. */
export interface FileVariant {
  path: string;
  coding: ContentCoding;
}

export interface SendFileOptions {
  /** What the client gets if it is there, best first. */
  variants: readonly FileVariant[];
  /** Content-Type, Cache-Control, Vary and whatever else belongs to the file. */
  headers: OutgoingHttpHeaders;
}

/**
 * Answers a GET or HEAD with the first variant that is there: whole, a single range (206), or only a status (304, 416; 503 while
 * there are no file descriptors). Resolves when the file is closed again: to false, with nothing written, when no variant is there.
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, options: SendFileOptions): Promise<boolean> {
  if (!(await isTurn(response))) return true;
  try {
    for (const variant of options.variants) {
      const file = await openFile(variant.path);
      if (!file) continue;
      const coding = variant.coding !== 'identity' && { 'content-encoding': variant.coding };
      await answer(request, response, file, { ...options.headers, ...coding });
      return true;
    }
    return false;
  } catch (error) {
    if (!isOutOfDescriptors(error) || response.headersSent) throw error;
    response.writeHead(503, { 'retry-after': '1', 'cache-control': 'no-store' }).end();
    return true;
  }
}

/**
 * Waits until the response is the one that its connection writes. Of pipelined requests only the first has a file open, and those
 * behind it hold nothing when the connection breaks. False when it broke.
 */
async function isTurn(response: ServerResponse): Promise<boolean> {
  if (!response.socket && !response.destroyed) {
    const stop = new AbortController();
    const { signal } = stop;
    await Promise.race([once(response, 'socket', { signal }), once(response, 'close', { signal })]).finally(() => stop.abort());
  }
  return !response.destroyed;
}

/** The tag differs by coding too: the bytes of a range do. */
function validatorsOf({ stats: { size, mtime } }: OpenFile, headers: OutgoingHttpHeaders): Validators {
  const coding = headers['content-encoding'];
  const state = `${size.toString(36)}-${Math.trunc(mtime.getTime()).toString(36)}`;
  return { etag: `"${state}${coding ? `-${coding}` : ''}"`, lastModified: mtime.toUTCString() };
}

/** Writes the answer and closes the file, however it ends. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  file: OpenFile,
  own: OutgoingHttpHeaders,
): Promise<void> {
  const { size } = file.stats;
  try {
    const validators = validatorsOf(file, own);
    const headers = { ...own, etag: validators.etag, 'last-modified': validators.lastModified, 'accept-ranges': 'bytes' };
    if (isNotModified(request.headers, validators)) return void response.writeHead(304, withoutContent(headers)).end();
    const reads = request.method === 'GET';
    const range = reads && isRangeApplicable(request.headers, validators) ? parseRange(request.headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      return void response.writeHead(416, { 'content-range': `bytes */${size}`, 'cache-control': 'no-store' }).end();
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const bytes = end - start + 1;
    const partial = range && { 'content-range': `bytes ${start}-${end}/${size}` };
    const send = (): ServerResponse => response.writeHead(range ? 206 : 200, { ...headers, ...partial, 'content-length': bytes });
    if (!reads || bytes === 0) return void send().end();
    if (bytes <= READ_AT_ONCE) {
      const content = await readPart(file, start, bytes);
      if (!response.destroyed) send().end(content);
      return;
    }
    if (response.destroyed) return;
    send();
    await stream(file, { start, end }, response);
  } finally {
    await file.handle.close();
  }
}

function withoutContent(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { 'content-type': _type, 'content-encoding': _coding, ...rest } = headers;
  return rest;
}

const shortened = (): Error => new Error('a file became shorter while it was sent');

async function readPart({ handle }: OpenFile, start: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, start);
  if (bytesRead < bytes) throw shortened();
  return buffer;
}

/** What a client that goes away in the middle makes of a stream: nobody's failure. */
const aborted: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']);

async function stream({ handle }: OpenFile, { start, end }: ByteRange, response: ServerResponse): Promise<void> {
  const source = handle.createReadStream({ start, end });
  try {
    await pipeline(source, response, { end: false });
  } catch (error) {
    response.destroy();
    if (aborted.has((error as NodeJS.ErrnoException).code)) return;
    throw error;
  }
  // The length is announced: a connection on which less was sent is of no use to another request.
  if (source.bytesRead < end - start + 1) {
    response.destroy();
    throw shortened();
  }
  response.end();
}
