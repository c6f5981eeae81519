/**
 * Values with the time of the change of each entry: a field, or an element of a list. The later one wins, of equal times the longer text.
 * So tabs may hear of changes in any order, several times, from messages and from storage, and end alike.
 */

export type FieldValues = Readonly<Record<string, unknown>>;
/** In milliseconds since 1970, by name of the entry: the field, with the key of an element; 0 if left out. */
export type Times = Readonly<Record<string, number>>;
export interface Timed {
  fields: FieldValues;
  times: Times;
}

/** What the entries of a store are: by default its fields. */
export interface EntryOptions {
  /** Lists whose elements change one by one, with the key of an element. */
  lists?: Readonly<Record<string, (element: never) => string>>;
  /** All fields change together. */
  whole?: boolean;
}

/** The field of an entry. */
export const fieldOf = (name: string): string => name.split(' ', 1)[0] ?? '';

export function entriesOf({ lists = {}, whole }: EntryOptions, fields: FieldValues): Map<string, unknown> {
  if (whole) return new Map([['', fields]]);
  const entries = Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
    const keyOf = lists[field];
    if (!keyOf) return [[field, value]];
    return Array.isArray(value) ? value.map((element) => [`${field} ${keyOf(element as never)}`, element]) : [];
  });
  return new Map(entries);
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';
export const isSame = (one: unknown, other: unknown): boolean => one === other || textOf(one) === textOf(other);

/** Names of the entries that differ. */
export function findChanged(options: EntryOptions, before: FieldValues, after: FieldValues): string[] {
  const [own, other] = [entriesOf(options, before), entriesOf(options, after)];
  return [...new Set([...own.keys(), ...other.keys()])].filter((name) => !isSame(own.get(name), other.get(name)));
}

export const timeAll = (names: Iterable<string>, timeOf: (name: string) => number): Times =>
  Object.fromEntries(Array.from(names, (name) => [name, timeOf(name)]));

export const latestOf = (times: Times): number => Math.max(0, ...Object.values(times));

/** The later of both for each entry; `mine` itself where it has all of them. */
export function mergeChanges(options: EntryOptions, mine: Timed, theirs: Timed): Timed {
  const [own, other] = [entriesOf(options, mine.fields), entriesOf(options, theirs.fields)];
  const isLater = (name: string): boolean => {
    const lead = (theirs.times[name] ?? 0) - (mine.times[name] ?? 0);
    if (lead !== 0 || own.get(name) === other.get(name)) return lead > 0;
    const [text, otherText] = [textOf(own.get(name)), textOf(other.get(name))];
    return otherText.length === text.length ? otherText > text : otherText.length > text.length;
  };
  const later = new Set([...other.keys(), ...Object.keys(theirs.times)].filter(isLater));
  if (later.size === 0) return mine;
  /** In the order of the list that was changed last. */
  const joinList = (field: string): unknown[] => {
    const isOf = (name: string): boolean => fieldOf(name) === field;
    const [at, otherAt] = [mine.times, theirs.times].map((times) =>
      Math.max(
        0,
        ...Object.keys(times)
          .filter(isOf)
          .map((name) => times[name] ?? 0),
      ),
    );
    const names = (otherAt ?? 0) > (at ?? 0) ? [...other.keys(), ...own.keys()] : [...own.keys(), ...other.keys()];
    return [...new Set(names)].filter(isOf).flatMap((name) => (later.has(name) ? other : own).get(name) ?? []);
  };
  const fields = options.whole ? Object.keys(theirs.fields) : new Set([...later].map(fieldOf));
  const taken = Array.from(fields, (field) => [field, options.lists?.[field] ? joinList(field) : theirs.fields[field]] as const);
  return {
    fields: { ...mine.fields, ...Object.fromEntries(taken) },
    times: { ...mine.times, ...timeAll(later, (name) => theirs.times[name] ?? 0) },
  };
}
