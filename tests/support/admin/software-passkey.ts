import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64 = (bytes: Buffer): string => bytes.toString('base64url');

/** Flags of an authenticator: somebody is present, was verified, and key data follows. */
const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40] as const;

/** What an authenticator may do wrong. */
interface Faults {
  origin?: string;
  host?: string;
  isVerified?: boolean;
}

/** An authenticator made of software (WebAuthn, ES256), for tests of the store without a browser. */
export function createSoftwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);

  const clientData = (type: string, options: string, { origin: sent = origin }: Faults): Buffer => {
    const { challenge } = JSON.parse(options) as { challenge: string };
    return Buffer.from(JSON.stringify({ type, challenge, origin: sent, crossOrigin: false }));
  };
  const authenticatorData = (key: Buffer, { host = new URL(origin).hostname, isVerified = true }: Faults): Buffer => {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (key.length > 0 ? WITH_KEY : 0);
    return Buffer.concat([sha256(host), Buffer.from([flags, 0, 0, 0, 0]), key]);
  };
  const credential = (response: object): string =>
    JSON.stringify({ id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {}, response });

  return {
    /** What a browser answers when it has made this passkey. */
    create: (options: string, faults: Faults = {}): string => {
      const cose = ['a5010203262001215820', Buffer.from(x, 'base64url'), '225820', Buffer.from(y, 'base64url')] as const;
      const coseKey = Buffer.concat(cose.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const data = authenticatorData(key, faults);
      // A map of "fmt", "attStmt" and "authData" in CBOR.
      const head = Buffer.concat([Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')]);
      const attestationObject = base64(Buffer.concat([head, Buffer.from([0x58, data.length]), data]));
      return credential({ clientDataJSON: base64(clientData('webauthn.create', options, faults)), attestationObject });
    },
    /** What it answers when it signs in with it. */
    get: (options: string, faults: Faults = {}): string => {
      const data = authenticatorData(Buffer.alloc(0), faults);
      const client = clientData('webauthn.get', options, faults);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const [clientDataJSON, authenticator] = [base64(client), base64(data)];
      return credential({ clientDataJSON, authenticatorData: authenticator, signature: base64(signature) });
    },
  };
}
