import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

const strict = new WeakMap<Schema, Schema>();

/** Makes a schema refuse unknown fields at every level, because a reply with more than its contract is a leak. */
export function strictly(schema: Schema): Schema {
  const made = strict.get(schema) ?? rebuilt(schema);
  strict.set(schema, made);
  return made;
}

function rebuilt(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return z.strictObject(Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, strictly(field)])));
    case 'array':
      return z.array(strictly(def.element));
    case 'optional':
      return z.optional(strictly(def.innerType));
    case 'nullable':
      return z.nullable(strictly(def.innerType));
    case 'union':
      return z.union(def.options.map(strictly));
    default:
      return schema;
  }
}
