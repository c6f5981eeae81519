import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRefused, request } from '#lib/client/request.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { changes, listDifferences, listFields, withField } from './changed-fields.ts';
import { isFollower, needed, sentWith } from './expected.ts';
import { fullReplies } from './full-replies.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** What the site reads of a reply. */
const read = (call: Call, reply: unknown) => {
  const send = () => Promise.resolve(Response.json(reply));
  return request({ base: 'https://store.example/api', applicationKey: 'any', send }, call, sentWith[call.name] as object);
};

/** The schema of a reply, or of a part of it, as far as its fields are listed here. */
interface SchemaDef {
  innerType?: { _zod: { def: SchemaDef } };
  element?: { _zod: { def: SchemaDef } };
  shape?: Record<string, { _zod: { def: SchemaDef } }>;
  options?: { _zod: { def: SchemaDef } }[];
}

/** The paths of all fields of a schema, joined by dots, without row numbers. */
function fieldsOf({ _zod: { def } }: { _zod: { def: SchemaDef } }, path = ''): string[] {
  const inner = def.innerType ?? def.element;
  if (inner) return fieldsOf(inner, path);
  if (def.options) return def.options.flatMap((option) => fieldsOf(option, path));
  return Object.entries(def.shape ?? {}).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    return [at, ...fieldsOf(field, at)];
  });
}

/** Fields that the client sets; a store does not send them. */
const setByClient = /(^|\.)(unpriced|uncounted)$/;

const entries = calls.filter(({ name }) => name in sentWith).map((call): [string, Call] => [call.name, call]);

describe.for(entries)('the full reply to %s', ([name, call]) => {
  const full = fullReplies[name] as object;

  test('has every field of the contract', async () => {
    const rows = (value: unknown): unknown[] => (Array.isArray(value) ? value.flatMap(rows) : [value]);
    const sent = new Set<string>();
    const list = (value: unknown, path: string): void => {
      for (const row of rows(value))
        for (const [field, one] of Object.entries(typeof row === 'object' && row !== null ? row : {})) {
          const at = path ? `${path}.${field}` : field;
          sent.add(at);
          list(one, at);
        }
    };
    list(full, '');
    const missing = fieldsOf(call.reply as never).filter((field) => !sent.has(field) && !setByClient.test(field));
    expect(missing).toEqual([]);
    expect(await read(call, full)).toEqual(full);
  });

  test.for(changes)('with a field that is $to, changes in the place of that field only', async ({ value }) => {
    const baseline = await read(call, full);
    const wrong: unknown[] = [];
    for (const path of listFields(full).filter(([first]) => first !== 'success')) {
      const field = path.join('.');
      const outcome = await read(call, withField(full, path, value));
      if (outcome && isRefused(outcome)) {
        if (!needed.some((one) => one.test(`${name} ${field}`))) wrong.push(`${field}: refused`);
        continue;
      }
      const places = listDifferences(baseline, outcome).filter((place) => !isFollower(name, field, place));
      if (places.length > 0) wrong.push(`${field}: ${places.join(' ')}`);
    }
    expect(wrong).toEqual([]);
  });
});
