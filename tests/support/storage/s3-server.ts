import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#api/services/storage/s3/settings.ts';

/** Answers a request instead of the storage; returns whether it did. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface S3Server {
  endpoint: string;
  /** An `s3://` URL of the bucket "shop" with a prefix. */
  url: (prefix?: string) => string;
  /** The keys as settings of a shop. */
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Settings for the bucket "shop". */
  settings: (prefix?: string) => S3Settings;
  /** Requests since the start as "METHOD path". */
  requests: string[];
  /** Set to answer requests instead of the storage. */
  intercept: Intercept | undefined;
  /** Where the storage keeps its files. */
  folder: string;
  close: () => Promise<void>;
}

const KEY = 'S3RVER';

/** An error reply as S3 sends it. */
export function refuseS3(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}): true {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>A reason</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml);
  return true;
}

/**
 * The package encrypts the tokens of long listings with DES, which Node's OpenSSL does not have any more. Triple DES with one key three
 * times is the same cipher.
 */
function provideDes(): void {
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const create = crypto[name] as (cipher: string, key: Buffer, iv: Buffer) => unknown;
    const withDes = (cipher: string, key: Buffer, iv: Buffer) =>
      cipher === 'des' ? create('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : create(cipher, key, iv);
    Object.assign(crypto, { [name]: withDes });
  }
}
provideDes();

/** Undoes the second of two times that the package escapes the text of its XML. */
const unescapeOnce = (xml: string): string => xml.replace(/&amp;(amp|lt|gt|quot|#x27);/g, '&$1;');

/** Starts S3-compatible storage that checks signatures, with the bucket "shop". Unsigned requests are refused, as by a private bucket. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 's3-'));
  const storage = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: 'shop', configs: [] }] });
  storage.middleware.unshift(async (context, next) => {
    await next();
    if (typeof context.body === 'string') context.body = unescapeOnce(context.body);
  });
  await storage.configureBuckets();
  const answer = storage.callback();
  const requests: string[] = [];
  const http = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (server.intercept?.(request, response)) return;
    if (!request.headers.authorization) return void refuseS3(response, 403, 'AccessDenied');
    void answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: S3Server = {
    endpoint,
    url: (prefix = '') => `s3://shop/${prefix}?endpoint=${endpoint}`,
    keys: { AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: KEY },
    settings: (prefix = '') => ({
      bucket: 'shop',
      prefix: prefix && `${prefix}/`,
      endpoint,
      region: 'us-east-1',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    }),
    requests,
    intercept: undefined,
    folder,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      storage.logger.exceptions.unhandle();
      storage.logger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}
