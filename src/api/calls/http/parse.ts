import * as z from 'zod/mini';
import { Refusal } from '#api/services/refusal.ts';
import type { Call } from '#lib/contract/call.ts';
import { failure } from '#lib/contract/texts.ts';

type Issue = z.core.$ZodIssue;
type Fields = Record<string, unknown>;

/** What a schema says that has no sentence of its own, whichever language somebody else in the process has taught zod. */
const unspoken = 'Invalid input';
const plainly = { error: () => unspoken };

/** Field errors by name (nested ones as `address.city`), and the first sentence that says something. */
function refuseIssues(issues: readonly Issue[]): Refusal {
  const errors: Record<string, string[]> = Object.create(null);
  for (const { path, message } of issues) {
    const field = path.map(String).join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  const telling = issues.find(({ message }) => message && message !== unspoken)?.message;
  return new Refusal(422, telling ?? failure.checkFields, { errors });
}

/** Reads params through the call's schema. Throws a `Refusal` (422). */
export function parseParams(call: Call, params: Record<string, string>): unknown {
  const parsed = z.safeParse(call.params, params, plainly);
  if (!parsed.success) throw refuseIssues(parsed.error.issues);
  return parsed.data;
}

/** Reads a body through the call's schema. Throws a `Refusal`: 400 when it cannot be read at all, 422 when it breaks the schema. */
export async function parseBody(call: Call, request: Request): Promise<unknown> {
  if (call.method === 'GET') return {};
  const form = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(request.headers.get('content-type') ?? '');
  const fields = form ? await readForm(request) : await readJson(request);
  let parsed = z.safeParse(call.body, fields, plainly);
  if (!parsed.success && form) parsed = z.safeParse(call.body, readAsMeant(fields, parsed.error.issues), plainly);
  if (!parsed.success) throw refuseIssues(parsed.error.issues);
  return parsed.data;
}

async function readJson(request: Request): Promise<Fields> {
  const text = await request.text().catch(() => {
    throw new Refusal(400, failure.malformed);
  });
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // Falls through: what is not an object is refused alike.
  }
  throw new Refusal(400, failure.malformed);
}

/** Form fields; one that comes several times is joined by commas, as lists are sent. */
async function readForm(request: Request): Promise<Fields> {
  const form = await request.formData().catch(() => {
    throw new Refusal(400, failure.malformed);
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw new Refusal(400, failure.malformed);
    const present = fields.get(name);
    fields.set(name, present === undefined ? value : `${present},${value}`);
  }
  return Object.fromEntries(fields);
}

/** In a form everything is text: a field that should have been a number, a list or an object is read as JSON. */
function readAsMeant(fields: Fields, issues: readonly Issue[]): Fields {
  const meant = { ...fields };
  for (const issue of issues) {
    const name = String(issue.path[0]);
    const text = fields[name];
    if (issue.code !== 'invalid_type' || issue.path.length !== 1 || typeof text !== 'string') continue;
    try {
      meant[name] = JSON.parse(text);
    } catch {
      // Stays text, and is refused as such.
    }
  }
  return meant;
}
