import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';

/** Bytes of a secret: the length of its hash, SHA-1, the only one that all apps know (RFC 4226). */
const SECRET_BYTES = 20;

/** How long a code is shown, in seconds. */
const PERIOD_SECONDS = 30;

/** Steps before and after the current one whose codes are taken too, because clocks differ and people type slowly. */
const WINDOW = 1;

/** A new secret for an app that makes codes (base32). */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, labels: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...labels, secret, algorithm: 'SHA1', digits: OTP_DIGITS, period: PERIOD_SECONDS });

/** The address by which an app takes a secret over, and its QR code as SVG. */
export function describeTotp(secret: string, labels: { issuer: string; label: string }): { uri: string; qr: string } {
  const uri = totpOf(secret, labels).toString();
  return { uri, qr: renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 1 }) };
}

/** The step, counted since 1970, whose code this is; undefined for a wrong or an old one. */
export function findTotpStep(secret: string, code: string): number | undefined {
  const timestamp = Date.now();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD_SECONDS * 1000)) + delta;
}
