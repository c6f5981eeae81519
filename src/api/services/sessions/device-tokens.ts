import { createHmac } from 'node:crypto';
import type { Db } from '#api/database/schema/engine.ts';
import { isSameSecret, sha256Hex } from '#api/services/hashing.ts';
import { createToken } from './tokens.ts';

/** A random token and its signature, each in URL-safe characters. */
const SIGNED_TOKEN = /^([\w-]{43})\.([\w-]{43})$/;

const sign = (token: string, key: string): string => createHmac('sha256', key).update(`device ${token}`).digest('base64url');

/** Reads the key that signs device tokens, which a migration has created. */
export async function readDeviceKey(db: Db): Promise<string> {
  const row = await db.selectFrom('store_secret').select('value').where('name', '=', 'device').executeTakeFirstOrThrow();
  return row.value;
}

/** Creates a device token, signed so that no one can choose the token of another browser. */
export function createDeviceToken(key: string): string {
  const token = createToken();
  return `${token}.${sign(token, key)}`;
}

/** The token, if this store has signed it. */
export function verifyDeviceToken(value: string | undefined, key: string): string | undefined {
  const [, token = '', signature = ''] = SIGNED_TOKEN.exec(value ?? '') ?? [];
  if (!token) return undefined;
  return isSameSecret(signature, sign(token, key)) ? value : undefined;
}

/**
 * What identifies the page that asked for a code to a number: derived from the device token, which scripts cannot read, and not reversible.
 * 64 hex digits.
 */
export const deriveOtpRequest = (deviceToken: string, phone: string): string => sha256Hex(`otp ${phone} ${deviceToken}`);
