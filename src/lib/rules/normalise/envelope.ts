import type { Call } from '#lib/contract/calls/define-call.ts';
import { type Fields, readBoolean, readFields, readTextual } from './scalars.ts';

/** The messages and errors that a reply carries, in the contract's form. */
export interface EnvelopeTexts {
  message?: string | string[];
  errors?: Record<string, string[]>;
}

/** Names that other stores' errors have for fields of the wire: those of the specified forms. */
const wireNames: Readonly<Record<string, string>> = {
  firstName: 'firstname',
  lastName: 'lastname',
  mobile: 'phone_number',
  phone_number: 'mobile',
  phone: 'phone_number',
  newPassword: 'new_password',
  oldPassword: 'old_password',
  confirmPassword: 'confirm_password',
};

/** One text or several; empty for anything else. */
const readTexts = (value: unknown): string[] => [value].flat().flatMap((text) => readTextual(text) ?? []);

/** Whether a JSON body reports success: neither `success` nor `status` is false. */
export const isSuccess = (body: Fields): boolean =>
  readBoolean(body['success']) !== false && readBoolean(body['status']) !== false;

/** Names of the fields in a call's body; those of a nested object count too. */
function fieldNames(schema: unknown): string[] {
  const def = (schema as { _zod: { def: Record<string, unknown> } })._zod.def;
  const parts = [def['left'], def['right'], def['innerType']].filter(Boolean).flatMap(fieldNames);
  const shape = (def['shape'] ?? {}) as Record<string, unknown>;
  return [...parts, ...Object.entries(shape).flatMap(([name, field]) => [name, ...fieldNames(field)])];
}

function nameOnWire(name: string, known: readonly string[]): string | undefined {
  const [first = '', ...rest] = name.split('.');
  if (known.includes(first)) return name;
  const last = rest.at(-1) ?? first;
  return [last, wireNames[last] ?? ''].find((one) => known.includes(one));
}

/** Reads messages and errors. An error of a field that the call does not send joins the messages, so that it is shown. */
export function readTextsOf(call: Call, body: Fields): EnvelopeTexts {
  const known = fieldNames(call.body);
  const errors: Record<string, string[]> = {};
  const others: string[] = Array.isArray(body['errors']) || typeof body['errors'] === 'string' ? readTexts(body['errors']) : [];
  for (const [name, value] of Object.entries(readFields(body['errors']) ?? {})) {
    const field = nameOnWire(name, known);
    if (field) errors[field] = [...(errors[field] ?? []), ...readTexts(value)];
    else others.push(...readTexts(value));
  }
  const sent = readTexts(body['message']);
  const messages = [...sent, ...others.filter((text) => !sent.includes(text))];
  return {
    ...(messages.length > 0 && { message: messages.length === 1 ? (messages[0] as string) : messages }),
    ...(Object.keys(errors).length > 0 && { errors }),
  };
}
