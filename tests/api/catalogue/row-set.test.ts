import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRows, addSet, bitmapLength, listRows, packRows } from '#api/services/columns/row-set.ts';

const TOTAL = 100_000;

const toBitmap = (rows: Iterable<number>): Uint32Array => {
  const bitmap = new Uint32Array(bitmapLength(TOTAL));
  addRows(bitmap, Uint32Array.from(rows));
  return bitmap;
};

const row = fc.integer({ min: 0, max: TOTAL - 1 });
/** Every nth row of a part, which may be all of it. */
const regular = fc.record({ from: row, step: fc.integer({ min: 1, max: 300 }), count: fc.integer({ min: 0, max: TOTAL }) });
const rows = fc.oneof(
  fc.uniqueArray(row, { maxLength: 200 }),
  regular.map(({ from, step, count }) => Array.from({ length: count }, (_, i) => from + i * step).filter((one) => one < TOTAL)),
);

test('packed rows are the same rows, in no more memory than a bitmap', () => {
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const packed = packRows(toBitmap(some));
      expect(packed.byteLength).toBeLessThanOrEqual(toBitmap([]).byteLength);
      const both = toBitmap(others);
      addSet(both, packed);
      expect(both).toEqual(toBitmap([...some, ...others]));
      expect(listRows(toBitmap(some))).toEqual(Uint32Array.from(some).sort().reverse());
    }),
  );
});

test.for([
  ['no row', [], 0],
  ['the first row', [0], 1],
  ['a row after 128 others', [128], 2],
  ['the last row', [TOTAL - 1], 3],
] as const)('%s takes as few bytes as it needs', ([, some, bytes]) => {
  expect(packRows(toBitmap(some))).toHaveLength(bytes);
});

test('half of all rows are a bitmap of its own', () => {
  const bitmap = toBitmap(Array.from({ length: TOTAL / 2 }, (_, i) => 2 * i));
  const packed = packRows(bitmap);
  expect(packed).toEqual(bitmap);
  expect(packed.buffer).not.toBe(bitmap.buffer);
});
