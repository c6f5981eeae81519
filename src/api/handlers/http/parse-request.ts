import * as z from 'zod/mini';
import { Refusal } from '#api/services/refusal.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { t } from '#lib/contract/text/t.ts';
import { refuseMalformed } from './limit-request-body.ts';

type Issue = z.core.$ZodIssue;
type Fields = Record<string, unknown>;

/** Default message of an issue whose schema sets none, independent of zod's configured locale. */
const DEFAULT_ISSUE_MESSAGE = t('Invalid input');
const parseOptions = { error: () => DEFAULT_ISSUE_MESSAGE };

/** Builds a refusal with messages by field (nested as `address.city`); its own message is the first specific one. */
function toRefusal(issues: readonly Issue[]): Refusal {
  const errors: Record<string, string[]> = Object.create(null);
  for (const { path, message } of issues) {
    const field = path.map(String).join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  const specific = issues.find(({ message }) => message && message !== DEFAULT_ISSUE_MESSAGE)?.message;
  return new Refusal(422, specific ?? failure.checkFields, { errors });
}

/** Parses path parameters by the call's schema. Throws a `Refusal` (422). */
export function parseParams(call: Call, params: Record<string, string>): unknown {
  const parsed = z.safeParse(call.params, params, parseOptions);
  if (!parsed.success) throw toRefusal(parsed.error.issues);
  return parsed.data;
}

/** Parses a JSON or form body by the call's schema. Throws a `Refusal`: 400 malformed, 422 invalid. */
export async function parseBody(call: Call, request: Request): Promise<unknown> {
  if (call.method === 'GET') return {};
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(request.headers.get('content-type') ?? '');
  const fields = isForm ? await readForm(request) : await readJson(request);
  let parsed = z.safeParse(call.body, fields, parseOptions);
  if (!parsed.success && isForm) parsed = z.safeParse(call.body, coerceFormFields(fields, parsed.error.issues), parseOptions);
  if (!parsed.success) throw toRefusal(parsed.error.issues);
  return parsed.data;
}

async function readJson(request: Request): Promise<Fields> {
  const text = await request.text().catch(refuseMalformed);
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // Invalid JSON is refused below, like JSON that is not an object.
  }
  return refuseMalformed();
}

/** Reads form fields; repeated ones are joined by commas, the wire format of lists. */
async function readForm(request: Request): Promise<Fields> {
  const form = await request.formData().catch(refuseMalformed);
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') return refuseMalformed();
    const previous = fields.get(name);
    fields.set(name, previous === undefined ? value : `${previous},${value}`);
  }
  return Object.fromEntries(fields);
}

/** Parses fields of the wrong type as JSON, because forms send numbers, lists and objects as text. */
function coerceFormFields(fields: Fields, issues: readonly Issue[]): Fields {
  const coerced = { ...fields };
  for (const issue of issues) {
    const name = String(issue.path[0]);
    const text = fields[name];
    if (issue.code !== 'invalid_type' || issue.path.length !== 1 || typeof text !== 'string') continue;
    try {
      coerced[name] = JSON.parse(text);
    } catch {
      // Left as text, which the schema rejects.
    }
  }
  return coerced;
}
