import { expect, test } from 'vitest';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { findProducts } from '#api/services/products/products.ts';
import { csvFile, emptyShop, importFiles } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty'];
const options = ['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value'];
const shirt = (name: string, ...others: string[]) => [
  [...header, ...options, 'Attributes'],
  ['shirt', 'Shirt', 'Shirts', '999', '5', name, 'M', 'Colour', 'Navy', ...others],
  ['shirt', '', '', '999', '0', '', 'L', '', 'White', ...others.map(() => '')],
];

async function newShop() {
  const { db } = await emptyShop();
  return {
    load: (rows: string[][]) => importFiles(db, [csvFile(rows)]),
    undo: () => undoLastImport(db),
    columns: async () =>
      (await db.selectFrom('variant').select(['size', 'colour']).where('active', '=', 1).orderBy('position').execute()).map(
        ({ size, colour }) => [size, colour],
      ),
    ids: () => db.selectFrom('variant').select('id').orderBy('id').execute(),
    count: async (filters: Parameters<typeof findProducts>[1]) => (await findProducts(db, filters)).total,
  };
}

const ofShirt = [
  ['M', 'blue'],
  ['L', 'white'],
];

test('an import writes size and colour, and the same import again keeps them', async () => {
  const { load, columns, count } = await newShop();
  await load(shirt('Size', ''));
  expect(await columns()).toEqual(ofShirt);
  await load(shirt('Size', ''));
  expect(await columns()).toEqual(ofShirt);
  expect(await count({ size: 'm', colour: 'blue', in_stock: true })).toBe(1);
  // One variant must have them all.
  expect(await count({ size: 'm', colour: 'white' })).toBe(0);
  expect(await count({ size: 'l', colour: 'white', in_stock: true })).toBe(0);
  expect(await count({ size: 'M / Navy' })).toBe(0);
});

test('another name of the option, or another fact, changes them without a change of the variants; undo takes it back', async () => {
  const { load, undo, columns, ids } = await newShop();
  await load(shirt('Size', ''));
  const before = await ids();
  const { variants } = await load(shirt('Fit', ''));
  expect(variants).toMatchObject({ changed: 0, added: 0, withdrawn: 0 });
  expect(await columns()).toEqual([
    [null, 'blue'],
    [null, 'white'],
  ]);
  await undo();
  expect(await columns()).toEqual(ofShirt);
  expect(await ids()).toEqual(before);
});

test('the colour of a product without a colour option is its fact', async () => {
  const { load, columns } = await newShop();
  const table = [...header, 'Option1 Value', 'Attributes'];
  const cap = (facts: string) => [table, ['cap', 'Cap', 'Caps', '99', '5', 'Free Size', facts]];
  await load(cap('Colour: Maroon'));
  expect(await columns()).toEqual([['Free Size', 'red']]);
  await load(cap('Colour: Off White'));
  expect(await columns()).toEqual([['Free Size', 'white']]);
});
