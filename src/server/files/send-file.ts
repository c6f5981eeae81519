import { once } from 'node:events';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ContentCoding } from '#server/http/accept-encoding.ts';
import { noStore } from '#server/http/response-headers.ts';

/** Up to this many bytes are read into memory and the file closed, so that a slow client keeps no file descriptor open. */
const MAX_BUFFERED_BYTES = 64 * 1024;

export interface FileVariant {
  path: string;
  coding: ContentCoding;
}

export interface SendFileOptions {
  variants: readonly FileVariant[];
  /** Content-Type, Cache-Control, Vary and other headers of the file. */
  headers: OutgoingHttpHeaders;
}

/**
 * Responds to a GET or HEAD with the first variant that exists: whole, a single range (206), or only a status (304, 416; 503 without free
 * file descriptors). Resolves when the file is closed: to false, without a response, if no variant exists.
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, options: SendFileOptions): Promise<boolean> {
  if (!(await waitForSocket(response))) return true;
  try {
    for (const variant of options.variants) {
      const file = await openFile(variant.path);
      if (!file) continue;
      const coding = variant.coding !== 'identity' && { 'content-encoding': variant.coding };
      await sendOpenFile(request, response, file, { ...options.headers, ...coding });
      return true;
    }
    return false;
  } catch (error) {
    if (!isOutOfDescriptors(error) || response.headersSent) throw error;
    response.writeHead(503, { 'retry-after': '1', ...noStore }).end();
    return true;
  }
}

/**
 * Waits until a pipelined response gets its socket, so that only the first of a connection has a file open. Returns false if the
 * connection broke.
 */
async function waitForSocket(response: ServerResponse): Promise<boolean> {
  if (!response.socket && !response.destroyed) {
    const stop = new AbortController();
    const { signal } = stop;
    await Promise.race([once(response, 'socket', { signal }), once(response, 'close', { signal })]).finally(() => stop.abort());
  }
  return !response.destroyed;
}

/** The entity tag depends on the coding, because the bytes of a range do. */
function validatorsOf({ stats: { size, mtime } }: OpenFile, headers: OutgoingHttpHeaders): Validators {
  const coding = headers['content-encoding'];
  const version = `${size.toString(36)}-${Math.trunc(mtime.getTime()).toString(36)}`;
  return { etag: `"${version}${coding ? `-${coding}` : ''}"`, lastModified: mtime.toUTCString() };
}

async function sendOpenFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: OpenFile,
  fileHeaders: OutgoingHttpHeaders,
): Promise<void> {
  const { size } = file.stats;
  try {
    const validators = validatorsOf(file, fileHeaders);
    const headers = { ...fileHeaders, etag: validators.etag, 'last-modified': validators.lastModified, 'accept-ranges': 'bytes' };
    if (isNotModified(request.headers, validators)) return void response.writeHead(304, withoutContent(headers)).end();
    const isGet = request.method === 'GET';
    const range = isGet && isRangeApplicable(request.headers, validators) ? parseRange(request.headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      return void response.writeHead(416, { 'content-range': `bytes */${size}`, ...noStore }).end();
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const bytes = end - start + 1;
    const partial = range && { 'content-range': `bytes ${start}-${end}/${size}` };
    const writeHead = (): ServerResponse =>
      response.writeHead(range ? 206 : 200, { ...headers, ...partial, 'content-length': bytes });
    if (!isGet || bytes === 0) return void writeHead().end();
    if (bytes <= MAX_BUFFERED_BYTES) {
      const content = await readPart(file, start, bytes);
      if (!response.destroyed) writeHead().end(content);
      return;
    }
    if (response.destroyed) return;
    writeHead();
    await stream(file, { start, end }, response);
  } finally {
    await file.handle.close();
  }
}

function withoutContent(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { 'content-type': _type, 'content-encoding': _coding, ...rest } = headers;
  return rest;
}

const createTruncationError = (): Error => new Error('a file became shorter while it was sent');

async function readPart({ handle }: OpenFile, start: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, start);
  if (bytesRead < bytes) throw createTruncationError();
  return buffer;
}

/** Error codes when a client disconnects during a download; not logged. */
const disconnectCodes: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ECONNRESET',
  'EPIPE',
]);

async function stream({ handle }: OpenFile, { start, end }: ByteRange, response: ServerResponse): Promise<void> {
  const source = handle.createReadStream({ start, end });
  try {
    await pipeline(source, response, { end: false });
  } catch (error) {
    response.destroy();
    if (disconnectCodes.has((error as NodeJS.ErrnoException).code)) return;
    throw error;
  }
  // Fewer bytes than Content-Length: the connection cannot be reused.
  if (source.bytesRead < end - start + 1) {
    response.destroy();
    throw createTruncationError();
  }
  response.end();
}

/** A byte range of a file, both ends inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header for a file of `size` bytes. Returns `unsatisfiable` (416) for a range that starts after the end,
 * and undefined (send the whole file) for several ranges, another unit or an invalid header, such as a reversed range (RFC 9110, 14.1.1).
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

interface Validators {
  etag: string;
  lastModified: string;
}

const stripWeakPrefix = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the client's copy is current (304). If-None-Match takes precedence over If-Modified-Since (RFC 9110, 13.2.2). */
function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || known.split(',').some((tag) => stripWeakPrefix(tag) === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Date.parse(lastModified) <= since;
}

/** Whether to honour a Range header: without If-Range always, otherwise only if the client's copy is current. */
function isRangeApplicable(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range'];
  return typeof condition !== 'string' || condition === etag || condition === lastModified;
}

/** A file opened for reading. The caller must close the handle. */
interface OpenFile {
  handle: FileHandle;
  stats: Stats;
}

/** Error codes for a path that is not a file. */
const notFoundCodes: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'ENXIO',
  'ERR_INVALID_ARG_VALUE',
]);

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | undefined)?.code;

const isOutOfDescriptors = (error: unknown): boolean => codeOf(error) === 'EMFILE' || codeOf(error) === 'ENFILE';

/**
 * Opens a regular file; undefined if there is none at `path`. Size and time are read from the open handle, so that they match the content
 * even if the file is replaced meanwhile. Throws other system errors, such as EMFILE.
 */
export async function openFile(path: string): Promise<OpenFile | undefined> {
  let handle: FileHandle;
  try {
    // Without O_NONBLOCK, opening a named pipe would block a thread until something writes to it.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (notFoundCodes.has(codeOf(error))) return undefined;
    throw error;
  }
  try {
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}
