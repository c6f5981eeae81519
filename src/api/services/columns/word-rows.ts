import type { TierIds } from '#api/database/search/read-tiers.ts';
import type { WordGroup } from '#api/database/search/tokenise.ts';
import { findRows } from './find-rows.ts';
import type { NumberColumn } from './growing-column.ts';

// Rows of words as bitmaps, by which a search for several words is answered in a millisecond among a million products.

/** Rows in one number of a bitmap. */
const BITS = 32;

/** Rows as a bitmap, or as a list where that is shorter. */
export interface RowSet {
  isBitmap: boolean;
  numbers: Uint32Array;
}

/** The rows with a word, as `WordIndex.readWord` reads them. */
export type WordRows = Record<keyof TierIds, RowSet>;

/** The names of its sets. */
export const rowSetNames = ['inCategory', 'inName', 'byPrefix', 'inexact'] as const;

const bitmapLength = (rows: number): number => Math.ceil(rows / BITS);

function addRows(bitmap: Uint32Array, rows: Uint32Array): void {
  for (const row of rows) bitmap[row >>> 5] = (bitmap[row >>> 5] as number) | (1 << (row & (BITS - 1)));
}

function toRowSet(rows: Uint32Array, total: number): RowSet {
  const length = bitmapLength(total);
  if (rows.length < length) return { isBitmap: false, numbers: rows };
  const numbers = new Uint32Array(length);
  addRows(numbers, rows);
  return { isBitmap: true, numbers };
}

/** The rows of the products with a word, in a catalogue of these products. */
export function toWordRows(ids: NumberColumn, found: TierIds): WordRows {
  const [inCategory, inName, byPrefix, inexact] = rowSetNames.map((name) => toRowSet(findRows(ids, found[name]), ids.length));
  return { inCategory, inName, byPrefix, inexact } as WordRows;
}

/** The rows of a word together with those of words that begin with it. */
export function addLongerWords(rows: WordRows, longer: readonly WordRows[], total: number): WordRows {
  const [byPrefix, inexact] = [new Uint32Array(bitmapLength(total)), new Uint32Array(bitmapLength(total))];
  addSet(byPrefix, rows.byPrefix);
  for (const other of longer) for (const set of [other.inCategory, other.inName, other.byPrefix]) addSet(byPrefix, set);
  for (const set of [rows.inexact, ...longer.map((other) => other.inexact)]) addSet(inexact, set);
  unite(inexact, byPrefix);
  return { ...rows, byPrefix: { isBitmap: true, numbers: byPrefix }, inexact: { isBitmap: true, numbers: inexact } };
}

/** Size of the rows of a word in bytes. */
export const countWordBytes = (rows: WordRows): number =>
  rowSetNames.reduce((sum, name) => sum + rows[name].numbers.byteLength, 0);

function unite(bitmap: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < other.length; i++) bitmap[i] = (bitmap[i] as number) | (other[i] as number);
}

function intersect(bitmap: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < other.length; i++) bitmap[i] = (bitmap[i] as number) & (other[i] as number);
}

/** Combines bitmaps into the first of them. */
const combinations = { AND: intersect, OR: unite } as const;

function countBits(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The rows of a bitmap, the last one first. */
function listRows(bitmap: Uint32Array): Uint32Array {
  let total = 0;
  for (const number of bitmap) total += countBits(number);
  const rows = new Uint32Array(total);
  let found = 0;
  for (let i = bitmap.length - 1; i >= 0; i--)
    for (let left = bitmap[i] as number; left !== 0; ) {
      const bit = BITS - 1 - Math.clz32(left);
      rows[found++] = i * BITS + bit;
      left ^= 1 << bit;
    }
  return rows;
}

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

const addSet = (bitmap: Uint32Array, { isBitmap, numbers }: RowSet): void => (isBitmap ? unite : addRows)(bitmap, numbers);

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

/** A bitmap for groups, alternatives, words and one word, until the next search: new ones would stay in memory until V8 collects garbage. */
let buffers: TierBitmaps[] = [];

/** Combines what `write` puts into the buffer at a level for each item, in the buffer at `level`. */
function combineAt<Item>(
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
  const length = TIERS * bitmapLength(total);
  if (buffers[0]?.length !== length) buffers = Array.from({ length: 4 }, () => new Uint32Array(length));
  combineAt(0, groups, operator, (alternatives, ofGroup) =>
    combineAt(ofGroup, alternatives, 'OR', (words, ofWords) =>
      combineAt(ofWords, words, 'AND', (word, ofWord) => writeWord(buffers[ofWord] as TierBitmaps, rowsOf(word))),
    ),
  );
  return toDisjointParts(buffers[0] as TierBitmaps);
}
