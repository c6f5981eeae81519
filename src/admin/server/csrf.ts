import { createHash, timingSafeEqual } from 'node:crypto';

/** The name of the field that carries the token. */
export const CSRF_FIELD = 'csrf';

/** The token that forms of a session carry. It follows from the session's secret, which no page shows, so a new session has another. */
export const toCsrfToken = (secret: string): string => createHash('sha256').update(`csrf ${secret}`).digest('base64url');

/** Whether a form carries the token of this secret. */
export function hasCsrfToken(form: FormData, secret: string): boolean {
  const given = Buffer.from(String(form.get(CSRF_FIELD) ?? ''));
  const expected = Buffer.from(toCsrfToken(secret));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
