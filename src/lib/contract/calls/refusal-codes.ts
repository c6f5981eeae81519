import { failure } from '#lib/contract/messages/failures.ts';

/** Kinds of refusal that clients handle beyond the HTTP status. Optional on the wire: other store APIs may omit them. */
export const refusalCodes = [
  'application_key',
  'session_expired',
  'login_refused',
  'email_unverified',
  'account_missing',
  'reset_link_invalid',
  'captcha_required',
  'sending_paused',
  'cod_limit',
  'hold_limit',
  'total_changed',
  'key_invalid',
  'key_scope',
  'staff_role',
  'sign_in_again',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Codes by error message, for store APIs that send only the messages of the specification. */
const codesByText: Readonly<Record<string, RefusalCode>> = {
  [failure.applicationKey]: 'application_key',
  [failure.sessionExpired]: 'session_expired',
  [failure.login]: 'login_refused',
  [failure.verifyEmail]: 'email_unverified',
  [failure.noAccount]: 'account_missing',
  [failure.resetLink]: 'reset_link_invalid',
};

const isKnown = (code: string): code is RefusalCode => (refusalCodes as readonly string[]).includes(code);

/** Returns the code that was sent, if known, else the code that belongs to the message; undefined for other messages. */
export const resolveRefusalCode = (sent: string | null | undefined, message: string | string[]): RefusalCode | undefined =>
  sent && isKnown(sent) ? sent : Object.hasOwn(codesByText, String(message)) ? codesByText[String(message)] : undefined;
