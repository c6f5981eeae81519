import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readArrayFile, readArrayFileHeader, writeArrayFile } from '#api/services/columns/array-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'arrays-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'arrays.cache');

const SIGNATURE = 'arrays-1\n';
const PART = 2 ** 20;

const fill = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 9)) % 251);

/** Short and long arrays in turn, around the size of what is read at once. */
const arrays = [
  ...[fill(3), new Uint8Array(0), new Uint32Array([2 ** 32 - 1, 0, 7]), fill(PART), fill(PART - 1), new Uint16Array([65_535])],
  ...[fill(PART + 1), fill(5), fill(3 * PART + 17), ...Array.from({ length: 2000 }, (_, i) => fill(i % 700))],
];

const bytesOf = (array: ArrayBufferView | undefined): Buffer => Buffer.from((array?.buffer ?? new ArrayBuffer(0)) as ArrayBuffer);

const readAll = () => readArrayFile<{ name: string }>(path, SIGNATURE, ({ name }) => name === 'some');

test('arrays of any length are read as they were written', async () => {
  await writeArrayFile(path, SIGNATURE, { name: 'some' }, arrays);
  const found = await readAll();
  expect(found?.header).toEqual({ name: 'some' });
  expect(found?.arrays.length).toBe(arrays.length);
  // Comparing megabytes with toEqual takes seconds.
  for (const [i, array] of arrays.entries()) {
    expect(found?.arrays[i]?.constructor).toBe(array.constructor);
    expect(bytesOf(array).equals(bytesOf(found?.arrays[i]))).toBe(true);
  }
  expect(await readArrayFileHeader(path, SIGNATURE)).toEqual({ name: 'some' });
  expect(await readArrayFileHeader(path, 'other\n')).toBeUndefined();
});

test.for([1, 4, PART, 2 * PART + 3])('a file that lacks its last %i bytes is deleted', async (missing) => {
  await writeArrayFile(path, SIGNATURE, { name: 'some' }, arrays);
  truncateSync(path, statSync(path).size - missing);
  expect(await readAll()).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});
