import { stat } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { lookup } from 'mrmime';
import { limitConcurrency } from '#api/services/concurrency.ts';
import { type FileStorage, type NewContent, requireFileName, type StoredFile } from '#api/services/storage/file-storage.ts';
import { escapeXml } from '#lib/rules/text.ts';
import { createS3Client, hashBody, type SendToS3 } from './client.ts';
import { explainS3Error, isS3Error, S3Failure } from './failure.ts';
import { formatS3Url, type S3Settings } from './settings.ts';
import { listXmlElements, readXmlText } from './xml.ts';

/** The MD5 in an entity tag; undefined for that of an upload in parts. */
const readMd5 = (tag: string | undefined): string | undefined => /^"?([0-9a-f]{32})"?$/.exec(tag ?? '')?.[1];

function toStoredFile(name: string, headers: IncomingHttpHeaders): StoredFile {
  const total = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'];
  const sha256 = headers[HASH_HEADER];
  return {
    name,
    bytes: Number(total),
    modified: new Date(headers['last-modified'] ?? 0),
    md5: readMd5(headers.etag),
    sha256: typeof sha256 === 'string' ? sha256 : undefined,
  };
}

/** Whether a file does not exist, rather than its bucket. A reply to HEAD has no code. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket';

export interface S3StorageOptions {
  /** Cache-Control of stored files, for a CDN that serves them. */
  cacheControl?: string;
  /** Timeout of a connection without any data, in milliseconds; 10 seconds by default. */
  idleTimeoutMs?: number;
}

/**
 * Keeps files in S3-compatible storage, below the settings' prefix. Every method throws `StoreUnavailable` with advice when the service
 * refuses or cannot be reached.
 */
export function createS3Storage(settings: S3Settings, { cacheControl, idleTimeoutMs }: S3StorageOptions = {}): FileStorage {
  const send = createS3Client(settings, idleTimeoutMs);
  const keyOf = (name: string): string => {
    requireFileName(name);
    return settings.prefix + name;
  };
  /** Explains errors of the service; others, such as of a local file, are passed on. */
  const explain = (error: unknown): unknown => (isS3Error(error) ? explainS3Error(error, settings) : error);
  const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error);
    }
  };
  const ifExists = async (reply: Promise<IncomingMessage>): Promise<IncomingMessage | undefined> => {
    try {
      return await reply;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  async function* list(): AsyncGenerator<StoredFile> {
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        delimiter: '/',
        prefix: settings.prefix,
        ...(token && { 'continuation-token': token }),
      };
      const xml = await explained(async () => text(await send({ method: 'GET', query })));
      const isEncoded = readXmlText(xml, 'EncodingType') === 'url';
      for (const entry of listXmlElements(xml, 'Contents')) {
        const key = readXmlText(entry, 'Key') ?? '';
        const name = (isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key).slice(settings.prefix.length);
        const modified = new Date(readXmlText(entry, 'LastModified') ?? 0);
        // Some consoles create a key that is only the prefix, as a folder.
        if (name) yield { name, bytes: Number(readXmlText(entry, 'Size')), modified, md5: readMd5(readXmlText(entry, 'ETag')) };
      }
      token = readXmlText(xml, 'NextContinuationToken');
    } while (token);
  }

  return {
    location: formatS3Url(settings),
    put: (name, content) => explained(() => uploadFile(send, { key: keyOf(name), name, content, cacheControl })),
    get: (name, part, signal) =>
      explained(async () => {
        const headers = part && { range: `bytes=${part.start}-${part.end}` };
        const response = await ifExists(send({ method: 'GET', key: keyOf(name), ...(headers && { headers }), signal }));
        return response && { ...toStoredFile(name, response.headers), content: response };
      }),
    head: (name) =>
      explained(async () => {
        const response = await ifExists(send({ method: 'HEAD', key: keyOf(name) }));
        return response && toStoredFile(name, response.resume().headers);
      }),
    list,
    delete: (name) =>
      explained(async () => {
        (await ifExists(send({ method: 'DELETE', key: keyOf(name) })))?.resume();
      }),
  };
}

/** Size of a part in bytes, except for files that would need more parts than S3 allows. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_CONCURRENT_PARTS = 3;

/** The upload of the local file `path`; the headers are those of the whole file. */
interface MultipartUpload {
  key: string;
  path: string;
  bytes: number;
  headers: Readonly<Record<string, string>>;
}

/** Sends all parts; resolves to their entity tags, in order. Stops at the first part that fails; nothing is under way any more then. */
async function sendParts(send: SendToS3, { key, path, bytes }: MultipartUpload, uploadId: string): Promise<string[]> {
  const stop = new AbortController();
  const partBytes = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS));
  const limit = limitConcurrency(MAX_CONCURRENT_PARTS);
  const parts = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) =>
    limit(async () => {
      stop.signal.throwIfAborted();
      const body = { path, start: index * partBytes, end: Math.min((index + 1) * partBytes, bytes) - 1 };
      const query = { partNumber: String(index + 1), uploadId };
      const response = await send({ method: 'PUT', key, query, body, signal: stop.signal });
      response.resume();
      return response.headers.etag ?? '';
    }),
  );
  try {
    return await Promise.all(parts);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(parts);
    throw error;
  }
}

/** Uploads a large file in parts, each retried by itself. It appears when all have arrived; a failed upload leaves no parts. */
async function uploadInParts(send: SendToS3, upload: MultipartUpload): Promise<void> {
  const { key, headers } = upload;
  const uploadId = readXmlText(await text(await send({ method: 'POST', key, query: { uploads: '' }, headers })), 'UploadId');
  if (!uploadId) throw new S3Failure(200, '<Message>The reply to the upload has no UploadId</Message>');
  try {
    const tags = await sendParts(send, upload, uploadId);
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const reply = await text(await send({ method: 'POST', key, query: { uploadId }, body }));
    // The service may report a failure after it has sent the status 200.
    if (reply.includes('<Error>')) throw new S3Failure(500, reply);
  } catch (error) {
    await send({ method: 'DELETE', key, query: { uploadId } }).then(
      (response) => response.resume(),
      () => undefined,
    );
    throw error;
  }
}

/** Header with the SHA-256 of a file; the entity tag is no hash of it for all services. */
const HASH_HEADER = 'x-amz-meta-sha256';

/** Files above this size are uploaded in parts, in bytes. */
const MULTIPART_FROM_BYTES = 32 * 1024 * 1024;

interface Upload {
  key: string;
  name: string;
  content: NewContent;
  cacheControl: string | undefined;
}

async function uploadFile(send: SendToS3, { key, name, content, cacheControl }: Upload): Promise<void> {
  const bytes = 'path' in content ? (await stat(content.path)).size : content.length;
  const body = 'path' in content ? { path: content.path, start: 0, end: bytes - 1 } : content;
  const headers = {
    'content-type': lookup(name) ?? 'application/octet-stream',
    [HASH_HEADER]: await hashBody(body),
    ...(cacheControl && { 'cache-control': cacheControl }),
  };
  if ('path' in content && bytes > MULTIPART_FROM_BYTES) await uploadInParts(send, { key, path: content.path, bytes, headers });
  else (await send({ method: 'PUT', key, headers, body: bytes === 0 ? new Uint8Array() : body })).resume();
}
