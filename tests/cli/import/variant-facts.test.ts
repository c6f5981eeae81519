import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { csvFile, emptyShop, importFiles, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Type', 'Vendor', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
const RED = 'https://cdn.example/red.png';
const BLUE = 'https://cdn.example/blue.png';
const scarfRows = [
  [...header, 'Image Src', 'Variant Image', 'Variant Barcode'],
  ['scarf', 'Scarf', 'Scarves', 'Meena', 'Colour', 'Red', '999', '5', RED, RED, '8900000000012'],
  ['scarf', '', '', '', '', 'Blue', '1299', '5', BLUE, BLUE, '8900000000029'],
  ['scarf', '', '', '', '', 'Green', '1299', '5', '', '', '8.9E+12'],
];

const factsOf = async (db: Db) =>
  (await findProductBySlug(db, 'scarf'))?.variants.map(({ product_variation, picture, gtin }) => [
    product_variation,
    picture,
    gtin,
  ]);

test('each variant keeps its picture and its barcode; one that is no GTIN stays off the wire and is noted', async () => {
  const { db } = await emptyShop();
  const { notes } = await importFiles(db, [csvFile(scarfRows)]);
  expect(await factsOf(db)).toEqual([
    ['Red', 0, '8900000000012'],
    ['Blue', 1, '8900000000029'],
    ['Green', undefined, undefined],
  ]);
  expect(notes).toContain('1 barcode is no GTIN (wrong length or check digit): stored, but left out of the product feed.');
});

test('a file without the columns keeps them, and one with empty cells clears them', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(scarfRows)]);
  const before = await factsOf(db);
  const rows = (price: string, ...cells: string[]) => [
    ['scarf', 'Scarf', 'Scarves', 'Meena', 'Colour', 'Red', price, '5', RED, ...cells],
    ['scarf', '', '', '', '', 'Blue', price, '5', BLUE, ...cells],
    ['scarf', '', '', '', '', 'Green', price, '5', '', ...cells],
  ];
  await importFiles(db, [csvFile([[...header, 'Image Src'], ...rows('899')])]);
  expect(await factsOf(db)).toEqual(before);
  await importFiles(db, [csvFile([[...header, 'Image Src', 'Variant Image', 'Variant Barcode'], ...rows('899', '', '')])]);
  expect(await factsOf(db)).toEqual([
    ['Red', undefined, undefined],
    ['Blue', undefined, undefined],
    ['Green', undefined, undefined],
  ]);
});

test('an export brings them into another shop, the invalid barcode too', async () => {
  const [{ db }, other] = [await emptyShop(), await emptyShop()];
  await importFiles(db, [csvFile(scarfRows)]);
  const file = join(temporaryFolder(), 'export.csv');
  let text = '';
  await exportCatalogue(db, async (part) => (text += part));
  writeFileSync(file, text);
  await importFiles(other.db, [file]);
  expect(await factsOf(other.db)).toEqual(await factsOf(db));
  expect(readFileSync(file, 'utf8')).toContain('8.9E+12');
});

test('each variant keeps its weight in grams; a file without the column keeps it, and 0 clears it', async () => {
  const { db } = await emptyShop();
  const rows = (price: string, ...weights: string[]) => [
    ['scarf', 'Scarf', 'Scarves', 'Meena', 'Colour', 'Red', price, '5', ...weights.slice(0, 1)],
    ['scarf', '', '', '', '', 'Blue', price, '5', ...weights.slice(1)],
  ];
  const load = (columns: string[], ...cells: [string, ...string[]]) =>
    importFiles(db, [csvFile([[...header, ...columns], ...rows(...cells)])]);
  const weights = async () =>
    (await db.selectFrom('variant').select('grams').orderBy('position').execute()).map(({ grams }) => grams);
  await load(['Variant Grams', 'Variant Weight Unit'], '999', '250.0', '1,250 g');
  expect(await weights()).toEqual([250, 1250]);
  await load([], '899');
  expect(await weights()).toEqual([250, 1250]);
  const file = join(temporaryFolder(), 'export.csv');
  let text = '';
  await exportCatalogue(db, async (part) => (text += part));
  writeFileSync(file, text);
  await load(['Weight value (grams)'], '899', '0', '');
  expect(await weights()).toEqual([null, null]);
  await importFiles(db, [file]);
  expect(await weights()).toEqual([250, 1250]);
  for (const wrong of ['heavy', '-1', '1000001']) {
    const { badRows } = await load(['Variant Grams'], '899', wrong, '250');
    expect(badRows.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([
      `2 Variant Grams must be grams from 0 to 1000000, but is "${wrong}"`,
    ]);
  }
});
