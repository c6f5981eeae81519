import type { NamedValue } from '#api/services/import/formats/cells.ts';
import { foldName } from '#lib/rules/text.ts';

/** A variant as a file has it. An empty value means any value of the option. */
export interface OpenVariant<Row> {
  row: Row;
  options: readonly NamedValue[];
}

/** A variant that can be bought, with one value for each of its options. */
export interface ClosedVariant<Row> extends OpenVariant<Row> {
  /** Its index among those made of the same open variant, and how many are made. */
  index: number;
  parts: number;
}

/** The most variants made of one open variant. */
const MAX_EXPANDED = 100;

const keyOf = (options: readonly NamedValue[]): string => JSON.stringify(options.map(([, value]) => foldName(value)));

function listCombinations(options: readonly (readonly NamedValue[])[]): NamedValue[][] {
  return options.reduce<NamedValue[][]>(
    (lists, choices) => lists.flatMap((list) => choices.map((choice) => [...list, choice])),
    [[]],
  );
}

/**
 * Gives each variant its values: one for any value becomes a variant for each of those values that no other has. `valuesOf` are the values of
 * the product's options. All variants get the same options in the same order. Those that become more than `MAX_EXPANDED` variants are in
 * `tooMany`.
 */
export function expandVariants<Row>(
  ofFile: readonly OpenVariant<Row>[],
  valuesOf: readonly (readonly [name: string, values: readonly string[]])[],
): { variants: ClosedVariant<Row>[]; tooMany: Row[] } {
  const known = valuesOf.map(([name]) => name);
  const used = ofFile.flatMap(({ options }) => options.map(([name]) => name));
  const isUsed = new Set(used.map(foldName));
  const names = [
    ...new Map([...known, ...used].filter((name) => isUsed.has(foldName(name))).map((name) => [foldName(name), name])),
  ];
  const choicesOf = new Map(
    names.map(([key]) => {
      const given = ofFile.flatMap(({ options }) => options.filter(([name]) => foldName(name) === key).map(([, value]) => value));
      const listed = valuesOf.find(([name]) => foldName(name) === key)?.[1] ?? [];
      return [key, [...new Set(listed.length > 0 ? listed : given)].filter(Boolean)];
    }),
  );
  const open = ofFile.map(({ row, options }) => {
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
