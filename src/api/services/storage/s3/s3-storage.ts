import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type FileStorage, requireFileName, type StoredFile } from '#api/services/storage/file-storage.ts';
import { createS3Client } from './client.ts';
import { explainS3Error, isS3Error, S3Failure } from './failure.ts';
import { formatS3Url, type S3Settings } from './settings.ts';
import { HASH_HEADER, uploadFile } from './upload.ts';
import { listXmlElements, readXmlText } from './xml.ts';

/** The MD5 in an entity tag; undefined for that of an upload in parts. */
const readMd5 = (tag: string | undefined): string | undefined => /^"?([0-9a-f]{32})"?$/.exec(tag ?? '')?.[1];

/** Reads what is known of a file from the headers of a reply, also of a part of it. */
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
