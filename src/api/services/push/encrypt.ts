import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

// Message encryption of Web Push (RFC 8291), as one record of aes128gcm (RFC 8188).

const CURVE = 'prime256v1';

/** Size of a record, larger than any payload. */
const RECORD_SIZE = 4096;

/** Ends the last record. */
const LAST_RECORD = Buffer.of(2);

export interface PushKeys {
  p256dh: string;
  auth: string;
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Whether keys have the form that browsers give: a point of the curve and 16 bytes. */
export function areUsableKeys({ p256dh, auth }: PushKeys): boolean {
  try {
    const ecdh = createECDH(CURVE);
    ecdh.generateKeys();
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** Encrypts a payload for the browser of these keys. `sender` and `salt` are random but in tests. */
export function encryptPush(
  payload: string,
  { p256dh, auth }: PushKeys,
  {
    sender = createECDH(CURVE),
    privateKey,
    salt = randomBytes(16),
  }: { sender?: ReturnType<typeof createECDH>; privateKey?: Buffer; salt?: Buffer } = {},
): Buffer {
  if (privateKey) sender.setPrivateKey(privateKey);
  else sender.generateKeys();
  const [receiverKey, senderKey] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const key = derive(sender.computeSecret(receiverKey), Buffer.from(auth, 'base64url'), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_SIZE);
  sizes.writeUInt8(senderKey.length, 4);
  return Buffer.concat([
    salt,
    sizes,
    senderKey,
    cipher.update(payload, 'utf8'),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
