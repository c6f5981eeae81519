import fc from 'fast-check';
import type * as z from 'zod/mini';

/** Existing values of the shop by field name, such as the id of a product or a valid code. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

type Schema = z.core.$ZodType;

/** How often, out of four times, a field gets a known value. */
const KNOWN_OF_FOUR = 3;

interface TextRules {
  min: number;
  max: number;
  pattern: RegExp | undefined;
  format: string | undefined;
}

/** A schema's checks, as zod stores them. */
interface CheckDef {
  check: string;
  format?: string;
  pattern?: RegExp;
  minimum?: number;
  maximum?: number;
  value?: number;
  inclusive?: boolean;
}

const checksOf = (def: { checks?: readonly z.core.$ZodCheck<never>[] | undefined }): CheckDef[] =>
  (def.checks ?? []).map((check) => check._zod.def as unknown as CheckDef);

function textRules(checks: readonly CheckDef[]): TextRules {
  const rules: TextRules = { min: 0, max: 40, pattern: undefined, format: undefined };
  for (const { check, minimum, maximum, pattern, format } of checks) {
    if (check === 'min_length') rules.min = Math.max(rules.min, minimum ?? 0);
    if (check === 'max_length') rules.max = Math.min(rules.max, maximum ?? rules.max);
    if (check === 'string_format') Object.assign(rules, { pattern, format });
  }
  return rules;
}

const isWhole = (pattern: RegExp): boolean => pattern.source.startsWith('^') && pattern.source.endsWith('$');

function text({ min, max, pattern, format }: TextRules): fc.Arbitrary<string> {
  if (format === 'email') return fc.stringMatching(/^[a-z0-9]{1,12}$/).map((name) => `${name}@example.com`);
  if (format === 'uuid') return fc.uuid();
  if (pattern && isWhole(pattern)) return fc.stringMatching(pattern);
  const any = fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, max) });
  return pattern ? any.map((value) => `${value}!x1`) : any;
}

function wholeNumber(checks: readonly CheckDef[]): fc.Arbitrary<number> {
  let [min, max] = [-5, 2000];
  for (const { check, value = 0, inclusive } of checks) {
    if (check === 'greater_than') min = inclusive ? value : value + 1;
    if (check === 'less_than') max = inclusive ? value : value - 1;
  }
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.integer({ min, max }));
}

function fields(shape: Readonly<Record<string, Schema>>, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const arbitraries = Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema, known, name)]));
  const optional = Object.keys(shape).filter((name) => shape[name]?._zod.def.type === 'optional');
  const required = Object.keys(shape).filter((name) => !optional.includes(name));
  return fc.record(arbitraries, { requiredKeys: required, noNullPrototype: true });
}

/** Values for a schema; most, but not all, satisfy it. Fields with a known name often get a known value. */
export function valuesOf(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const made = described(schema, known, name);
  const values = known[name];
  const takesKnown = values && !['object', 'array', 'optional', 'nullable'].includes(schema._zod.def.type);
  return takesKnown
    ? fc.oneof({ weight: KNOWN_OF_FOUR, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: made })
    : made;
}

function described(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return text(textRules([...('check' in def ? [def as unknown as CheckDef] : []), ...checksOf(def)]));
    case 'number':
      return wholeNumber(checksOf(def));
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'object':
      return fields(def.shape, known);
    case 'array':
      return fc.array(valuesOf(def.element, known, name), { maxLength: 6 });
    case 'optional':
      return valuesOf(def.innerType, known, name);
    case 'nullable':
      return fc.option(valuesOf(def.innerType, known, name), { freq: 4 });
    case 'union':
      return fc.oneof(...def.options.map((option) => valuesOf(option, known, name)));
    case 'intersection':
      return fc
        .tuple(valuesOf(def.left, known), valuesOf(def.right, known))
        .map(([left, right]) => ({ ...(left as object), ...(right as object) }));
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 12 }), valuesOf(def.valueType, known), { maxKeys: 4 });
    case 'pipe':
      return valuesOf(def.in, known, name);
    case 'default':
    case 'prefault':
      return valuesOf(def.innerType, known, name);
    default:
      throw new Error(`No values are known for a schema of type ${def.type} (field "${name}")`);
  }
}

/** The names of a schema's fields, nested ones included. */
export function fieldNames(schema: Schema): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => [name, ...fieldNames(field)]);
    case 'array':
      return fieldNames(def.element);
    case 'optional':
    case 'nullable':
      return fieldNames(def.innerType);
    case 'intersection':
      return [...fieldNames(def.left), ...fieldNames(def.right)];
    default:
      return [];
  }
}
