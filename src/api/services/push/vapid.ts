import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { HOUR_SECONDS } from '#lib/rules/durations.ts';

// How a shop names itself to push services (VAPID, RFC 8292): by a key that is made once.

const NAME = 'vapid';

/** How long a signature is good, in seconds; push services take at most a day. */
const VALID_SECONDS = 12 * HOUR_SECONDS;

/** Reads the shop's key; makes it on first use. */
export async function readVapidKey(db: Db): Promise<JsonWebKey> {
  const read = () => db.selectFrom('store_secret').select('value').where('name', '=', NAME).executeTakeFirst();
  let row = await read();
  if (!row) {
    const value = JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));
    // Another process may have made one meanwhile.
    await write(db, (tx) =>
      tx
        .insertInto('store_secret')
        .values({ name: NAME, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    );
    row = await read();
  }
  return JSON.parse(row?.value ?? '') as JsonWebKey;
}

/** The public key as browsers take it: an uncompressed point, base64url. */
export const toApplicationServerKey = ({ x = '', y = '' }: JsonWebKey): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url');

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The header that proves to the push service of an address who sends. `contact` is an address of the shop, https: or mailto:. */
export function authorisePush(key: JsonWebKey, endpoint: string, contact: string): string {
  const expires = Math.floor(Date.now() / 1000) + VALID_SECONDS;
  const claims = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: new URL(endpoint).origin, exp: expires, sub: contact })}`;
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(claims), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${toApplicationServerKey(key)}`;
}
