import type { NamedValue } from '#api/services/import/formats/cells.ts';
import { foldName } from '#lib/rules/text.ts';

/** A variation of a file. An empty value means any value of the option. */
export interface OpenVariation<Row> {
  row: Row;
  options: readonly NamedValue[];
}

/** A variant that can be bought, with one of the variation's values for each of its options. */
export interface ClosedVariation<Row> extends OpenVariation<Row> {
  /** The variant's index among those made of the variation, and how many are made. */
  index: number;
  parts: number;
}

/** The most variants made of one variation with an empty value. */
const MAX_EXPANDED = 100;

const keyOf = (options: readonly NamedValue[]): string => JSON.stringify(options.map(([, value]) => foldName(value)));

function listCombinations(options: readonly (readonly NamedValue[])[]): NamedValue[][] {
  return options.reduce<NamedValue[][]>(
    (lists, choices) => lists.flatMap((list) => choices.map((choice) => [...list, choice])),
    [[]],
  );
}

/**
 * Gives each variation its values: one for any value becomes a variant for each of those values that no other variation has. `valuesOf` are
 * the values of the product's options. All variations get the same options in the same order. Variations for more than `MAX_EXPANDED`
 * variants are in `tooMany`.
 */
export function expandVariations<Row>(
  variations: readonly OpenVariation<Row>[],
  valuesOf: readonly (readonly [name: string, values: readonly string[]])[],
): { variants: ClosedVariation<Row>[]; tooMany: Row[] } {
  const known = valuesOf.map(([name]) => name);
  const used = variations.flatMap(({ options }) => options.map(([name]) => name));
  const isUsed = new Set(used.map(foldName));
  const names = [
    ...new Map([...known, ...used].filter((name) => isUsed.has(foldName(name))).map((name) => [foldName(name), name])),
  ];
  const choicesOf = new Map(
    names.map(([key]) => {
      const given = variations.flatMap(({ options }) =>
        options.filter(([name]) => foldName(name) === key).map(([, value]) => value),
      );
      const listed = valuesOf.find(([name]) => foldName(name) === key)?.[1] ?? [];
      return [key, [...new Set(listed.length > 0 ? listed : given)].filter(Boolean)];
    }),
  );
  const open = variations.map(({ row, options }) => {
    const choices = names.map(([key, name]) => {
      const value = options.find((option) => foldName(option[0]) === key)?.[1];
      const all = value ? [value] : (choicesOf.get(key) ?? []);
      return all.map((choice) => [name, choice] as const);
    });
    return { row, choices: choices.filter((list) => list.length > 0) };
  });
  const countOf = (choices: readonly (readonly unknown[])[]) => choices.reduce((count, list) => count * list.length, 1);
  const taken = new Set(open.filter(({ choices }) => countOf(choices) === 1).map(({ choices }) => keyOf(choices.flat())));
  const tooMany = open.filter(({ choices }) => countOf(choices) > MAX_EXPANDED).map(({ row }) => row);
  const variants = open.flatMap(({ row, choices }) => {
    const count = countOf(choices);
    if (count === 1) return [{ row, options: choices.flat(), index: 0, parts: 1 }];
    if (count > MAX_EXPANDED) return [];
    const free = listCombinations(choices).filter((options) => !taken.has(keyOf(options)));
    for (const options of free) taken.add(keyOf(options));
    return free.map((options, index) => ({ row, options, index, parts: free.length }));
  });
  return { variants, tooMany };
}
