/** A field of a reply: its name after the objects that it is in; `0` is the first row of a list. */
export type FieldPath = readonly (string | number)[];

/** The paths of all fields, of lists those of the first row. */
export function listFields(value: unknown, path: FieldPath = []): FieldPath[] {
  if (Array.isArray(value)) return value.length > 0 ? listFields(value[0], [...path, 0]) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [[...path, name], ...listFields(one, [...path, name])]);
}

/** What a field of another store may be in place of what is expected. */
export const changes: { to: string; value: unknown }[] = [
  { to: 'nothing', value: undefined },
  { to: 'null', value: null },
  { to: 'a text', value: 'other' },
  { to: 'a number', value: 7 },
  { to: 'a list', value: [] },
];

/** A copy of a reply with another value of one field; undefined removes it. */
export function withField(reply: unknown, path: FieldPath, value: unknown): unknown {
  // Not `structuredClone`, which keeps rows that share an object the same.
  const copy = JSON.parse(JSON.stringify(reply)) as Record<string | number, unknown>;
  let parent = copy;
  for (const name of path.slice(0, -1)) parent = parent[name] as Record<string | number, unknown>;
  const last = path.at(-1) as string;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

/** The paths in which two values differ, with row numbers, joined by dots. */
export function listDifferences(one: unknown, other: unknown, path = ''): string[] {
  if (Object.is(one, other)) return [];
  const areObjects = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects || Array.isArray(one) !== Array.isArray(other)) return [path];
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return [path];
  const names = new Set([...Object.keys(one as object), ...Object.keys(other as object)]);
  return [...names].flatMap((name) =>
    listDifferences(
      (one as Record<string, unknown>)[name],
      (other as Record<string, unknown>)[name],
      path ? `${path}.${name}` : name,
    ),
  );
}
