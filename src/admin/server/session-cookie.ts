import type { AstroCookies } from 'astro';
import type { StaffSession } from '#lib/contract/admin/staff-sign-in.ts';
import { MAX_TOKEN } from '#lib/contract/field-lengths.ts';
import { STAFF_DEVICE_DAYS, STAFF_SESSION_MAX_DAYS } from '#lib/contract/lifetimes.ts';
import { DAY_SECONDS } from '#lib/rules/durations.ts';
import { packForm, type ResumedForm, unpackForm } from './resumed-form.ts';

/** The session's token. Browsers take a `__Host-` cookie only over https or from this machine, and from no other host. */
const SESSION_COOKIE = '__Host-staff';

/** A known device, which has rate limits of its own. It is no session. */
const DEVICE_COOKIE = '__Host-staff-device';

/** Ties the forms of a visitor without a session to their browser. */
const FORM_COOKIE = '__Host-staff-form';

/** A sentence that the next page shows once. */
const NOTICE_COOKIE = '__Host-staff-notice';

/** A form that only asks, which the next page answers. */
const ASKED_COOKIE = '__Host-staff-asked';

/** The longest form that is kept so, in characters: proxies refuse replies with much longer headers. */
const MAX_ASKED = 2000;

const options = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

type Cookies = { cookies: AstroCookies };

export const readSessionCookie = ({ cookies }: Cookies): string | undefined => {
  const token = cookies.get(SESSION_COOKIE)?.value;
  return token && /^[\w-]{43}$/.test(token) ? token : undefined;
};

/** Keeps a session's token in the browser, in place of an earlier one. */
export const setSessionCookie = ({ cookies }: Cookies, token: string): void =>
  cookies.set(SESSION_COOKIE, token, { ...options, maxAge: STAFF_SESSION_MAX_DAYS * DAY_SECONDS });

export const clearSessionCookie = ({ cookies }: Cookies): void => cookies.delete(SESSION_COOKIE, options);

export const readDeviceCookie = ({ cookies }: Cookies): string | undefined =>
  cookies.get(DEVICE_COOKIE)?.value.slice(0, MAX_TOKEN);

/** Keeps what a sign-in replies: the session, and that this browser is known. */
export function keepSignIn(astro: Cookies, { token, device_token }: StaffSession): void {
  setSessionCookie(astro, token);
  astro.cookies.set(DEVICE_COOKIE, device_token, { ...options, maxAge: STAFF_DEVICE_DAYS * DAY_SECONDS });
}

/** The secret that ties the forms of a visitor without a session to their browser; set on first use. */
export function readFormSecret({ cookies }: Cookies): string {
  const known = cookies.get(FORM_COOKIE)?.value;
  if (known && /^[\w-]{36}$/.test(known)) return known;
  const secret = crypto.randomUUID();
  cookies.set(FORM_COOKIE, secret, options);
  return secret;
}

export const setNotice = ({ cookies }: Cookies, notice: string): void =>
  cookies.set(NOTICE_COOKIE, notice.slice(0, 500), { ...options, maxAge: 60 });

/** Keeps a form for the page that is asked for next; false when it is too long. */
export function setAsked({ cookies }: Cookies, kept: ResumedForm): boolean {
  const packed = packForm(kept);
  if (packed.length > MAX_ASKED) return false;
  cookies.set(ASKED_COOKIE, packed, { ...options, maxAge: 60 });
  return true;
}

/** Reads the form that was kept for the page at this address, and removes it. */
export function takeAsked({ cookies }: Cookies, here: string): FormData | undefined {
  const kept = unpackForm(cookies.get(ASKED_COOKIE)?.value ?? '');
  if (kept?.to !== here) return undefined;
  cookies.delete(ASKED_COOKIE, options);
  const form = new FormData();
  for (const [name, value] of kept.fields) form.append(name, value);
  return form;
}

/** Reads the notice for this page and removes it. */
export function takeNotice({ cookies }: Cookies): string | undefined {
  const notice = cookies.get(NOTICE_COOKIE)?.value;
  if (notice !== undefined) cookies.delete(NOTICE_COOKIE, options);
  return notice;
}
