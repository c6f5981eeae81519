import type * as z from 'zod/mini';
import { rupees, timestamp } from '#lib/contract/fields.ts';
import { readBoolean, readFields, readRupees, readTextual, readTimestamp, readWhole } from './scalars.ts';

/** Called with the path of a field that cannot be used, such as `data.mrp`. */
export type NoteField = (field: string) => void;

/** The parts of a schema that are read here. */
interface SchemaDef {
  type: string;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  discriminator?: string;
}

const defOf = (schema: z.core.$ZodType): SchemaDef => schema._zod.def as unknown as SchemaDef;

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => (schema as z.ZodMiniType).safeParse(value).success;

const scalars: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: readTextual,
  number: readWhole,
  int: readWhole,
  boolean: readBoolean,
};

/**
 * Converts a value to what a schema of the contract expects: numbers sent as text, prices, dates, booleans sent as 0 or 1. An optional field
 * that cannot be used is left out, as is a row of a list; both are noted. The result may still break the schema.
 */
export function coerce(schema: z.core.$ZodType, value: unknown, path: string, note: NoteField): unknown {
  const { type, innerType, element, shape, options, discriminator } = defOf(schema);
  if (innerType) return coerceOptional(type, innerType, value, path, note);
  if (schema === rupees) return readRupees(value) ?? value;
  if (schema === timestamp) return readTimestamp(value) ?? value;
  if (element) return coerceList(element, value, path, note);
  const fields = shape && readFields(value);
  if (shape && fields) {
    const known = Object.entries(shape).map(([name, field]) => [name, coerce(field, fields[name], join(path, name), note)]);
    return Object.fromEntries(known.filter(([, read]) => read !== undefined));
  }
  if (options && discriminator) {
    const kind = readFields(value)?.[discriminator];
    const option = options.find((one) => accepts(defOf(one).shape?.[discriminator] as z.core.$ZodType, kind));
    return option ? coerce(option, value, path, note) : value;
  }
  // Text may be blank, so only what is no text is converted.
  if (typeof value === type) return value;
  return scalars[type]?.(value) ?? value;
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

const isNotGiven = (value: unknown): boolean => value === undefined || value === null || value === '';

function coerceOptional(type: string, inner: z.core.$ZodType, value: unknown, path: string, note: NoteField): unknown {
  const absent = type === 'nullable' && value !== undefined ? null : undefined;
  if (isNotGiven(value)) return absent;
  const read = coerce(inner, value, path, note);
  if (accepts(inner, read)) return read;
  // An empty list is how some stores write an empty object.
  if (Array.isArray(value) && value.length === 0) return absent;
  note(path);
  return type === 'nullable' ? read : absent;
}

function coerceList(element: z.core.$ZodType, value: unknown, path: string, note: NoteField): unknown {
  if (!Array.isArray(value)) return value;
  const rows = value.flatMap((row: unknown) => {
    const read = coerce(element, row, path, note);
    const { error } = (element as z.ZodMiniType).safeParse(read);
    if (!error) return [read];
    const [issue] = error.issues;
    note(join(path, (issue?.path ?? []).join('.')) || path);
    return [];
  });
  // A list of which no row can be used is not an empty list.
  return value.length > 0 && rows.length === 0 ? undefined : rows;
}
