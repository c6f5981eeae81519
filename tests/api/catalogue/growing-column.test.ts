import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingColumn } from '#api/services/columns/growing-column.ts';

const columnOf = (values: readonly number[]): GrowingColumn => {
  const column = new GrowingColumn();
  for (const value of values) column.push(value);
  return column;
};

test.each([
  [[], Uint8Array],
  [[0, 255], Uint8Array],
  [[7, 256], Uint16Array],
  [[65_535, 0], Uint16Array],
  [[1, 300, 65_536, 2], Uint32Array],
  [[2 ** 32 - 1], Uint32Array],
])('keeps %j in as few bits as hold them', (values, type) => {
  expect(columnOf(values).take()).toEqual(type.from(values));
});

test('keeps its values as it grows in length and width', () => {
  const values = fc.array(fc.oneof(fc.nat(255), fc.nat(65_535), fc.nat(2 ** 32 - 1)), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(values, fc.integer({ min: 4000, max: 4200 }), (some, at) => {
      const all = Array.from({ length: at }, (_, i) => i % 200).concat(some, 5);
      expect(Array.from(columnOf(all).take())).toEqual(all);
    }),
  );
});

test.each([-1, 1.5, 2 ** 32, Number.NaN])('refuses %d', (value) => {
  expect(() => columnOf([1, value])).toThrow(RangeError);
});

test('is empty once its values are taken', () => {
  const column = columnOf([1, 70_000]);
  column.take();
  column.push(3);
  expect(column.take()).toEqual(Uint8Array.of(3));
});
