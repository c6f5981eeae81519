import { stat } from 'node:fs/promises';
import { lookup } from 'mrmime';
import type { NewContent } from '#api/services/storage/file-storage.ts';
import { hashBody, type SendToS3 } from './client.ts';
import { uploadInParts } from './multipart-upload.ts';

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
