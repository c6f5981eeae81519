import { LONG_TEXT, listColumns, MOST, NEARLY_ALL, type TableColumn } from '#api/services/import/mapping/table-columns.ts';
import { completeMapping, isChoice } from './complete-mapping.ts';
import type { Table } from './find-header.ts';
import { choosePrices, guessPrice } from './guess-prices.ts';
import { readNames, takeNamed } from './named-columns.ts';
import { sizeOfHeader } from './read-cells.ts';
import type { TableMapping } from './table-mapping.ts';
import { isManyTarget, singleTargets, type Target } from './targets.ts';

/** A guess of what the columns of a table are. */
export interface MappingGuess {
  mapping: TableMapping;
  /** Up to three values of each column, by its name. */
  examples: Map<string, string[]>;
  /** Which of name and price cannot be guessed with certainty; the owner is asked. */
  unsure: ('name' | 'price')[];
}

/** Columns named by sizes, with the stock or the price of each. */
function findSizeColumns(columns: TableColumn[], hasPrice: boolean): Partial<Record<'sizestock' | 'sizeprice', TableColumn[]>> {
  const sizes = columns.filter(
    ({ column, profile }) =>
      sizeOfHeader(column) !== undefined && (profile.filled === 0 || profile.counts >= MOST || profile.prices >= MOST),
  );
  if (sizes.length < 2) return {};
  return hasPrice ? { sizestock: sizes } : { sizeprice: sizes };
}

/** The column whose values are likeliest to be names: the shorter texts that differ most. */
function guessName(columns: readonly TableColumn[]): TableColumn | undefined {
  const texts = columns.filter(({ names, profile: { words, sizes, pictures, averageLength } }) => {
    const isText = words >= NEARLY_ALL && sizes < MOST && pictures < MOST && averageLength > 3 && averageLength < LONG_TEXT;
    return isText && (names[0]?.score ?? 0) < 1;
  });
  return texts.sort((a, b) => b.profile.distinct - a.profile.distinct)[0];
}

/** What a column without a telling name may be by its values, if nothing else is that yet. */
function guessByValues({ profile }: TableColumn, isFree: (target: Target) => boolean): Target | undefined {
  const { filled, pictures, gtins, sizes, rates, words, averageLength, distinct, examples } = profile;
  if (filled === 0) return undefined;
  const guesses: [Target, boolean][] = [
    ['picture', pictures >= NEARLY_ALL],
    ['barcode', gtins >= NEARLY_ALL && filled > 1],
    ['size', sizes >= NEARLY_ALL && words >= MOST],
    ['gst', rates >= NEARLY_ALL && examples.every((cell) => cell.includes('%'))],
    ['description', words >= NEARLY_ALL && averageLength >= LONG_TEXT],
    ['category', words >= NEARLY_ALL && distinct > 1 && distinct * 4 <= filled && averageLength < 30],
  ];
  return guesses.find(([target, isLikely]) => isLikely && isFree(target))?.[0];
}

/** Guesses what the columns of a table are, by their names and the values of its first rows. */
export function guessMapping(table: Table): MappingGuess {
  const columns = listColumns(table);
  const chosen = new Map<TableColumn, Target>();
  const left = () => columns.filter((column) => !chosen.has(column));
  const find = (target: Target) => columns.find((column) => chosen.get(column) === target);
  const has = (target: Target) => find(target) !== undefined;

  const prices = choosePrices(columns);
  if (prices.price) chosen.set(prices.price, 'price');
  if (prices.mrp) chosen.set(prices.mrp, 'mrp');
  for (const [target, sizes = []] of Object.entries(findSizeColumns(left(), has('price'))))
    for (const column of sizes) chosen.set(column, target as Target);
  const name = takeNamed(left(), 'name');
  if (name) chosen.set(name.column, 'name');
  for (const target of singleTargets) {
    if (target === 'name' || target === 'price' || target === 'mrp') continue;
    const found = takeNamed(left(), target);
    if (found) chosen.set(found.column, target);
  }
  for (const column of left()) {
    const first = readNames(column)[0];
    if (first?.is === 'picture' || first?.is === 'fact') chosen.set(column, first.is);
  }
  const dearest = has('price') || has('sizeprice') ? undefined : guessPrice(left());
  if (dearest) chosen.set(dearest, 'price');
  const likeliest = has('name') ? undefined : guessName(left());
  if (likeliest) chosen.set(likeliest, 'name');
  for (const column of left()) {
    if (column.names[0]?.is === 'other' && column.names[0].score >= 1) continue;
    const target = guessByValues(column, (each) => isManyTarget(each) || !has(each));
    if (target) chosen.set(column, target);
  }
  // Without a name, the code or the description is what the owner calls the product.
  const instead = find('code') ?? find('description');
  if (!has('name') && instead) chosen.set(instead, 'name');
  const size = find('size');
  if (size && (has('sizestock') || has('sizeprice'))) chosen.delete(size);
  const colour = find('colour');
  if (colour && !isChoice(colour, find('name'))) chosen.set(colour, 'fact');
  const isNamed = name !== undefined && name.score >= 1 && name.column.profile.filled > 0;
  return {
    mapping: completeMapping(
      table,
      columns.map((column) => ({ column: column.column, is: chosen.get(column) ?? 'ignored' })),
    ),
    examples: new Map(columns.map(({ column, profile }) => [column, profile.examples])),
    unsure: [...(isNamed ? [] : ['name' as const]), ...(prices.isSure || has('sizeprice') ? [] : ['price' as const])],
  };
}
