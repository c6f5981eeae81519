import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** A browser that subscribes to notifications, with its private key. */
export interface PushBrowser {
  keys: { endpoint: string; p256dh: string; auth: string };
  /** Decrypts a body as browsers do (RFC 8291). Throws when it was changed or is for another browser. */
  decrypt: (body: Buffer) => string;
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

export function createPushBrowser(endpoint: string, privateKey?: Buffer, auth: Buffer = randomBytes(16)): PushBrowser {
  const own = createECDH('prime256v1');
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const decrypt = (body: Buffer): string => {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
    const key = derive(own.computeSecret(sender), auth, info, 32);
    const cipher = createDecipheriv(
      'aes-128-gcm',
      derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(key, salt, 'Content-Encoding: nonce\0', 12),
    );
    const sealed = body.subarray(21 + sender.length);
    cipher.setAuthTag(sealed.subarray(-16));
    const record = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return record.subarray(0, record.lastIndexOf(2)).toString();
  };
  return {
    keys: { endpoint, p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    decrypt,
  };
}

/** The claims of a VAPID header. Throws unless they are signed by the key in it. */
export function readVapidHeader(header: string): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head, body, signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The VAPID header is not signed by its key');
  return { key, claims: JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) };
}

interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service that keeps what it gets. */
export interface PushService {
  url: string;
  received: ReceivedPush[];
  /** Statuses of the next answers, instead of 201; 0 for no answer at all. */
  answerNext: number[];
  close: () => Promise<void>;
}

export async function openPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const answerNext: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    const status = answerNext.shift() ?? 201;
    if (status !== 0) response.writeHead(status, status === 429 ? { 'retry-after': '90' } : {}).end();
  });
  const { url, stop } = await listenOnLoopback(server);
  return { url, received, answerNext, close: stop };
}
