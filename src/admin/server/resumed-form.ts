import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';
import { CSRF_FIELD } from './csrf.ts';

/** Fields of the sign-in form that keep a form whose session had ended: where it was sent to, and its fields as JSON. */
export const RESUME_TO = 'resume_to';
export const RESUME_FORM = 'resume_form';

/** The longest form that is kept over a sign-in, in characters. */
const MAX_RESUMED = 100_000;

/** A form that waits until its sender has signed in again. */
export interface ResumedForm {
  /** A path of the admin pages with its query. */
  to: string;
  fields: [name: string, value: string][];
}

/** The fields of a form as they are kept; undefined for one with files or a password, or too long. Of a sign-in, the form that it carries. */
export function keepForm(to: string, form: FormData): ResumedForm | undefined {
  const carried = readResumedForm(form);
  if (carried || form.has('password')) return carried;
  const fields = [...form].filter(([name]) => name !== CSRF_FIELD);
  if (fields.some(([, value]) => typeof value !== 'string' && value.size > 0)) return undefined;
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  return JSON.stringify(texts).length > MAX_RESUMED ? undefined : { to, fields: texts };
}

/** Packs a form for a cookie. */
export const packForm = (kept: ResumedForm): string =>
  deflateRawSync(JSON.stringify([kept.to, kept.fields])).toString('base64url');

/** Reads what `packForm` has packed; undefined for another text. */
export function unpackForm(text: string): ResumedForm | undefined {
  try {
    const json = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: 4 * MAX_RESUMED }).toString();
    const [to, fields] = JSON.parse(json) as unknown[];
    return typeof to === 'string' && Array.isArray(fields) && fields.every(isField) ? { to, fields } : undefined;
  } catch {
    return undefined;
  }
}

const isField = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

/** Reads the kept form from the fields of a sign-in form; undefined if there is none. */
export function readResumedForm(form: FormData | undefined): ResumedForm | undefined {
  const to = form?.get(RESUME_TO);
  const json = form?.get(RESUME_FORM);
  if (typeof to !== 'string' || typeof json !== 'string' || !/^\/admin(?:[/?]|$)/.test(to)) return undefined;
  try {
    const fields: unknown = JSON.parse(json);
    return Array.isArray(fields) && fields.every(isField) ? { to, fields } : undefined;
  } catch {
    return undefined;
  }
}

/** The sign-in page's request for a form that waits. */
export function toResumeRequest(url: URL, headers: Headers, path: 'sign-in' | 'sign-in-again', kept: ResumedForm): Request {
  const body = new URLSearchParams({ [RESUME_TO]: kept.to, [RESUME_FORM]: JSON.stringify(kept.fields) });
  const sent = new Headers(headers);
  sent.set('content-type', 'application/x-www-form-urlencoded');
  sent.delete('content-length');
  return new Request(new URL(`${ADMIN_BASE}/${path}`, url), { method: 'POST', headers: sent, body });
}
