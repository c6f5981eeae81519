import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { lookup } from 'mrmime';
import { limitConcurrency } from '#api/services/concurrency.ts';
import type { NewContent } from '#api/services/storage/file-storage.ts';
import { escapeXml } from '#lib/rules/text.ts';
import { hashBody, type SendToS3 } from './client.ts';
import { S3Failure } from './failure.ts';
import { readXmlText } from './xml.ts';

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
export const HASH_HEADER = 'x-amz-meta-sha256';

/** Files above this size are uploaded in parts, in bytes. */
const MULTIPART_FROM_BYTES = 32 * 1024 * 1024;

interface Upload {
  key: string;
  /** File name, whose extension tells the content type. */
  name: string;
  content: NewContent;
  cacheControl: string | undefined;
}

/** Uploads a file with the headers that the service stores and sends with it; a large one in parts. */
export async function uploadFile(send: SendToS3, { key, name, content, cacheControl }: Upload): Promise<void> {
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
