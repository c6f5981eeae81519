import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { formatAttributes, parseAttributes } from '#api/services/catalogue/attributes.ts';
import { findProductBySlug, findProductsBySlug } from '#api/services/catalogue/read-products.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { csvFile, emptyShop, importFiles, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Type', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
const facts = ['Attributes', 'Group', 'Size Guide'];
const kurta = (colour: string, price: string, ...cells: string[]) => [
  `kurta-${colour.toLowerCase()}`,
  `Kurta ${colour}`,
  'Kurtas',
  'Colour',
  colour,
  price,
  colour === 'Red' ? '0' : '5',
  ...cells,
];
const kurtas = (...cells: string[]) => [[...header, ...facts], kurta('Blue', '999', ...cells), kurta('Red', '999', ...cells)];
const cells = ['Fabric: Cotton; Care: Machine wash: 30 °C', 'Asha kurta', 'Kurta sizes'];

async function exportTo(db: Db): Promise<string> {
  const file = join(temporaryFolder(), 'export.csv');
  let text = '';
  await exportCatalogue(db, async (part) => (text += part));
  writeFileSync(file, text);
  return file;
}

const stored = (db: Db) =>
  db.selectFrom('product').select(['slug', 'attributes', 'design_group', 'design_label', 'size_guide']).orderBy('slug').execute();

test('a product has its facts in their order, and the other colours of its design', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(kurtas(...cells))]);
  const product = await findProductBySlug(db, 'kurta-blue');
  expect(product?.attributes).toEqual([
    { name: 'Fabric', value: 'Cotton' },
    { name: 'Care', value: 'Machine wash: 30 °C' },
  ]);
  expect(product?.designs).toEqual([
    { product_id: expect.any(Number), slug: 'kurta-blue', label: 'Blue', picture: '' },
    { product_id: expect.any(Number), slug: 'kurta-red', label: 'Red', picture: '', sold_out: true },
  ]);
  const [listed] = await findProductsBySlug(db, ['kurta-red']);
  expect(listed?.designs).toEqual(product?.designs);
  expect(listed?.attributes).toBeUndefined();
});

test('in a list a product has six colours of its group at most, and its own among them', async () => {
  const { db } = await emptyShop();
  const colours = ['Blue', 'Red', 'Green', 'Black', 'White', 'Pink', 'Grey', 'Gold'];
  await importFiles(db, [csvFile([[...header, 'Group'], ...colours.map((colour) => kurta(colour, '999', 'k'))])]);
  const [first, last] = await findProductsBySlug(db, ['kurta-blue', 'kurta-gold']);
  expect(first?.designs).toHaveLength(6);
  expect(last?.designs?.map(({ slug }) => slug)).toEqual([
    ...(first?.designs ?? []).slice(0, 5).map(({ slug }) => slug),
    'kurta-gold',
  ]);
  expect((await findProductBySlug(db, 'kurta-gold'))?.designs).toHaveLength(8);
});

test('a product alone in its group has no other colours', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(kurtas(...cells).slice(0, 2))]);
  expect((await findProductBySlug(db, 'kurta-blue'))?.designs).toBeUndefined();
});

test('a file without the columns keeps the facts, empty cells clear them, and an export brings them back', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(kurtas(...cells))]);
  const before = await stored(db);
  await importFiles(db, [csvFile([header, kurta('Blue', '899'), kurta('Red', '899')])]);
  expect(await stored(db)).toEqual(before);
  const file = await exportTo(db);
  await importFiles(db, [csvFile(kurtas('', '', ''))]);
  expect((await stored(db)).every((row) => Object.values(row).filter(Boolean).length === 1)).toBe(true);
  await importFiles(db, [file]);
  expect(await stored(db)).toEqual(before);
});

test('an undone import gives back the facts of before', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(kurtas(...cells))]);
  const before = await stored(db);
  await importFiles(db, [csvFile(kurtas('Fabric: Silk', 'Other', ''))]);
  expect(await stored(db)).not.toEqual(before);
  await undoLastImport(db);
  expect(await stored(db)).toEqual(before);
});

test('a dry run says which facts change', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(kurtas(...cells))]);
  const { changes } = await importFiles(db, [csvFile(kurtas('Fabric: Silk', '', 'Kurta sizes'))], { dryRun: true });
  expect(changes?.[0]?.details).toEqual(['facts "Fabric: Cotton; Care: Machine wash: 30 °C" → "Fabric: Silk"', 'group emptied']);
});

test.each([
  ['Cotton', 'must be facts such as "Fabric: Cotton; Care: Machine wash", but begins with "Cotton"'],
  [`${'n'.repeat(41)}: x`, `has the name "${'n'.repeat(41)}", which is longer than 40 characters`],
  [`n: ${'x'.repeat(301)}`, 'has a value of "n" that is longer than 300 characters'],
  [Array.from({ length: 31 }, (_, i) => `n${i}: x`).join(';'), 'has 31 facts; a product can have 30'],
])('facts such as %j are refused with the reason', async (text, reason) => {
  const { db } = await emptyShop();
  const { badRows } = await importFiles(db, [csvFile(kurtas(text, '', '').slice(0, 2))]);
  expect(badRows[0]).toMatchObject({ column: 'Attributes', reason });
});

test.each([
  ['Fabric: Cotton\nCare: Hand wash', ['Fabric: Cotton', 'Care: Hand wash']],
  ['Fabric: Cotton; soft ;; Care : Hand  wash ;', ['Fabric: Cotton, soft', 'Care: Hand wash']],
  ['Colour: Red; colour: Blue', ['Colour: Red, Blue']],
  ['कपड़ा: सूती; துணி: பருத்தி', ['कपड़ा: सूती', 'துணி: பருத்தி']],
  ['Fabric:; Care: None', ['Care: None']],
  ['', []],
])('facts such as %j are read', (text, expected) => {
  const read = parseAttributes(text);
  expect(Array.isArray(read) && read.map(({ name, value }) => `${name}: ${value}`)).toEqual(expected);
});

test('a name without a value adds nothing to the value before', () => {
  expect(parseAttributes('Fabric: Cotton; Fabric: ; Care: ')).toEqual([{ name: 'Fabric', value: 'Cotton' }]);
});

test('facts that were read are the same when they are written and read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aB:;, \nक'), maxLength: 60 }), (text) => {
      const read = parseAttributes(text);
      if (Array.isArray(read)) expect(parseAttributes(formatAttributes(read))).toEqual(read);
    }),
  );
});
