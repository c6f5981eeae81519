import type { TierIds } from '#api/database/search/read-tiers.ts';
import type { WordGroup } from '#api/database/search/tokenise.ts';
import { findRows } from './find-rows.ts';
import type { NumberColumn } from './growing-column.ts';
import { addRows, addSet, bitmapLength, intersect, listRows, packRows, type RowSet, subtract, unite } from './row-set.ts';

// Rows of words, of which a search for several words is combined in milliseconds among a million products.

/** The rows with a word by tier, each in the first tier that has it; what is in the name may also be in category or brand. */
export type WordRows = Record<keyof TierIds, RowSet>;

/** The names of its sets. */
export const rowSetNames = ['inCategory', 'inName', 'byPrefix', 'inexact'] as const;

/** The rows of a word together with those of words that begin with it. */
export function addLongerWords(rows: WordRows, longer: readonly WordRows[], total: number): WordRows {
  const [byPrefix, inexact] = [new Uint32Array(bitmapLength(total)), new Uint32Array(bitmapLength(total))];
  addSet(byPrefix, rows.byPrefix);
  for (const other of longer) for (const set of [other.inCategory, other.inName, other.byPrefix]) addSet(byPrefix, set);
  for (const set of [rows.inexact, ...longer.map((other) => other.inexact)]) addSet(inexact, set);
  unite(inexact, byPrefix);
  return { ...rows, byPrefix, inexact };
}

/** Size of the rows of a word in bytes. */
export const countWordBytes = (rows: WordRows): number => rowSetNames.reduce((sum, name) => sum + rows[name].byteLength, 0);

/** Combines bitmaps into the first of them. */
const combinations = { AND: intersect, OR: unite } as const;

/** Four bitmaps, one after the other: rows by whole words in category or brand, in the name, by prefixes in any of these, by prefixes anywhere. */
type TierBitmaps = Uint32Array;

const TIERS = 4;

const tiersOf = (bitmaps: TierBitmaps): [Uint32Array, Uint32Array, Uint32Array, Uint32Array] => {
  const length = bitmaps.length / TIERS;
  const [category, name, prefix, anywhere] = Array.from({ length: TIERS }, (_, i) =>
    bitmaps.subarray(i * length, (i + 1) * length),
  );
  return [category, name, prefix, anywhere] as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
};

/** Writes the rows of a word into bitmaps of four tiers. */
function writeWord(bitmaps: TierBitmaps, { inCategory, inName, byPrefix, inexact }: WordRows): void {
  bitmaps.fill(0);
  const [category, name, prefix, anywhere] = tiersOf(bitmaps);
  addSet(category, inCategory);
  addSet(name, inName);
  for (const better of [category, name]) unite(prefix, better);
  addSet(prefix, byPrefix);
  unite(anywhere, prefix);
  addSet(anywhere, inexact);
}

/** The rows of each tier without those of better ones, the last one first. */
function toDisjointParts(bitmaps: TierBitmaps): Uint32Array[] {
  const [category, name, prefix, anywhere] = tiersOf(bitmaps);
  for (let i = 0; i < category.length; i++) {
    const exact = (category[i] as number) | (name[i] as number);
    anywhere[i] = (anywhere[i] as number) & ~(prefix[i] as number);
    prefix[i] = (prefix[i] as number) & ~exact;
    name[i] = (name[i] as number) & ~(category[i] as number);
  }
  return [category, name, prefix, anywhere].map(listRows);
}

type Buffers = [groups: TierBitmaps, alternatives: TierBitmaps, words: TierBitmaps, word: TierBitmaps];

/** Until they are used again: new ones would stay in memory until V8 collects garbage. */
let buffers: Buffers | undefined;

/** Buffers for this many rows, in which something may be. */
function getBuffers(total: number): Buffers {
  const length = TIERS * bitmapLength(total);
  if (buffers?.[0].length !== length) buffers = Array.from({ length: 4 }, () => new Uint32Array(length)) as Buffers;
  return buffers;
}

/** The rows of the products with a word, in a catalogue of these products. */
export function toWordRows(ids: NumberColumn, found: TierIds): WordRows {
  const bitmaps = getBuffers(ids.length)[0].fill(0);
  const [category, name, prefix, anywhere] = tiersOf(bitmaps);
  for (const [i, bitmap] of [category, name, prefix, anywhere].entries())
    addRows(bitmap, findRows(ids, found[rowSetNames[i] as keyof TierIds]));
  for (const better of [category, name]) subtract(prefix, better);
  for (const better of [category, name, prefix]) subtract(anywhere, better);
  return { inCategory: packRows(category), inName: packRows(name), byPrefix: packRows(prefix), inexact: packRows(anywhere) };
}

/** Combines what `write` puts into the buffer at a level for each item, in the buffer at `level`. */
function combineAt<Item>(
  buffers: Buffers,
  level: number,
  items: readonly Item[],
  operator: 'AND' | 'OR',
  write: (item: Item, level: number) => void,
): void {
  const combined = buffers[level] as TierBitmaps;
  if (items.length === 0) combined.fill(0);
  for (const [i, item] of items.entries()) {
    write(item, i === 0 ? level : level + 1);
    if (i > 0) combinations[operator](combined, buffers[level + 1] as TierBitmaps);
  }
}

/**
 * The rows with all (or any) of the word groups by tier, best first, in each the last row first. `rowsOf` has the rows of every word; `total` is
 * the number of rows of the catalogue.
 */
export function combineWordRows(
  groups: readonly WordGroup[],
  operator: 'AND' | 'OR',
  rowsOf: (word: string) => WordRows,
  total: number,
): Uint32Array[] {
  const own = getBuffers(total);
  combineAt(own, 0, groups, operator, (alternatives, ofGroup) =>
    combineAt(own, ofGroup, alternatives, 'OR', (words, ofWords) =>
      combineAt(own, ofWords, words, 'AND', (word, ofWord) => writeWord(own[ofWord] as TierBitmaps, rowsOf(word))),
    ),
  );
  return toDisjointParts(own[0]);
}
