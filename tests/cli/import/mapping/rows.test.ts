import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectTable, previewTable } from '#api/services/import/mapping/inspect-table.ts';
import { emptyShop, importFiles, readProducts, textFile } from '#tests/support/cli/run-command.ts';
import { tables } from './other-peoples-tables.ts';

async function guessOf(text: string) {
  const inspection = await inspectTable(textFile(text, 'table.csv'), () => undefined);
  if (inspection.kind !== 'table') throw new Error(`The table is ${inspection.kind}`);
  return { ...inspection, mapping: inspection.guess.mapping };
}

/** Imports a table by its guess. */
async function importTable(text: string) {
  const { mapping } = await guessOf(text);
  const { db } = await emptyShop();
  const summary = await importFiles(db, [textFile(text, 'table.csv')], { findMapping: () => mapping, skipBad: true });
  return { summary, products: await readProducts(db) };
}

const variantsOf = (products: Awaited<ReturnType<typeof importTable>>['products']) =>
  products.map(({ name, variants }) => `${name}: ${variants.map((v) => `${v.product_variation} ${v.stock}`).join(', ')}`);

describe('several sizes in one cell', () => {
  test.each([
    ['S, M, L', '9', 'S 3, M 3, L 3'],
    ['S/M/L', '10', 'S 4, M 3, L 3'],
    ['S M L', '4,2,0', 'S 4, M 2, L 0'],
    ['S-XL', '8', 'S 2, M 2, L 2, XL 2'],
    ['M to XL', '', 'M 0, L 0, XL 0'],
    ['2-4', '5', '2-4 5'],
    ['32/34', '5', '32/34 5'],
    ['Free Size', '5', 'Free Size 5'],
    ['28, 30, 32', 'In stock', '28 1000, 30 1000, 32 1000'],
  ])('%s with a stock of "%s"', async (sizes, stock, expected) => {
    const { products } = await importTable(`Item,Size,Price,Stock\nKurta,"${sizes}",499,"${stock}"\nShirt,M,599,1\n`);
    expect(variantsOf(products)[0]).toBe(`Kurta: ${expected}`);
  });
});

test('cells in words are read, and listed as repaired', async () => {
  const { summary, products } = await importTable(
    'Item,Rate,Qty,Weight (kg),GST\nCup,100,10 pcs,0.25,GST@5%\nJug,200,Sold out,1.5,18\nPot,300,In stock,0.9,0.12\n',
  );
  expect(summary.repaired.map(({ kind, count }) => [kind, count])).toEqual([
    ['weight', 3],
    ['tax', 2],
    ['stock', 3],
  ]);
  expect(summary.repaired[1]?.examples[0]).toEqual({
    file: 'table.csv',
    line: 2,
    column: 'GST',
    before: 'GST@5%',
    after: '5 %',
  });
  expect(variantsOf(products)).toEqual(['Cup:  10', 'Jug:  0', 'Pot:  1000']);
});

test('rows that are no products are left out with what they are, and counted', async () => {
  const { summary } = await importTable(
    'Item,Rate,Qty\nCup,100,1\nItem,Rate,Qty\nJug,200,2\nGrand Total,,3 nos\n* Prices may change,,\n',
  );
  expect(summary).toMatchObject({ outcome: 'imported', rows: 5, importedRows: 2, badRows: [] });
  expect(summary.leftOutRows).toEqual([
    { file: 'table.csv', line: 3, reason: 'the column names again' },
    { file: 'table.csv', line: 5, reason: 'a row of totals' },
    { file: 'table.csv', line: 6, reason: 'a note' },
  ]);
});

test('a product whose name begins with "Total" is no row of totals', async () => {
  const { products } = await importTable('Item,Description,Rate\nTotal Clean,A soap for all floors,100\nCup,A cup,50\n');
  expect(products.map(({ name }) => name)).toEqual(['Total Clean', 'Cup']);
});

test.each([
  ['semicolons below a title', 'Sweets 2026\n\nItem;Rate;Qty\nLadoo;250;3\n', 3],
  ['tabs below two titles with a comma', 'Meena, Pune\nas of today\nItem\tRate\tQty\nLadoo\t250\t3\n', 3],
  ['a byte-order mark on the second line', '\n\ufeffItem,Rate,Qty\nLadoo,250,3\n', 2],
  ['"sep=" before a title', 'sep=;\nSweets;;\nItem;Rate;Qty\nLadoo;250;3\n', 3],
])('finds the column names of a table with %s', async (_, text, line) => {
  const { table, mapping } = await guessOf(text);
  expect(table).toMatchObject({ line, header: ['Item', 'Rate', 'Qty'] });
  expect(mapping.columns.map(({ is }) => is)).toEqual(['name', 'price', 'stock']);
});

test('a known export below a title is read as one', async () => {
  const { db } = await emptyShop();
  const file = textFile('Products of Meena,,\n,,\nHandle,Title,Variant Price\ncap,Cap,499\n');
  expect(await importFiles(db, [file])).toMatchObject({ outcome: 'imported', files: [{ format: 'a Shopify product export' }] });
  expect(await readProducts(db)).toMatchObject([{ slug: 'cap', price: 49_900 }]);
});

test('rows after those that are looked at are read too, and a bad one names its line', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => `Cup ${i},${i === 900 ? 'dear' : 100 + i},1`);
  const { summary, products } = await importTable(`Item,Rate,Qty\n${rows.join('\n')}\n`);
  expect(summary.badRows).toMatchObject([{ line: 902, column: 'Rate', value: 'dear' }]);
  expect(products).toHaveLength(999);
});

test('products of one name without a difference are told apart by their code, or refused with help', async () => {
  const coded = await importTable('Code,Item,Rate\nA1,Saree,100\nA2,Saree,200\n');
  expect(coded.products.map(({ slug }) => slug)).toEqual(['saree', 'a2-saree']);
  const { summary } = await importTable('Item,Rate\nSaree,100\nSaree,200\n');
  expect(summary.badRows).toMatchObject([{ line: 3, help: expect.stringContaining('each product its own name') }]);
});

test('a table is what it is in any order of its columns', async () => {
  // Two rows of names and merged cells depend on the order.
  const [plain] = [tables.filter(({ of, corrections }) => !corrections && !/merged|title|headings/.test(of))];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...plain), fc.infiniteStream(fc.double({ noNaN: true })), async ({ text }, order) => {
      const { table, mapping } = await guessOf(text);
      const places = table.header.map((_, i) => [i, order.next().value] as const).sort((a, b) => Number(a[1]) - Number(b[1]));
      const lines = [table.header, ...table.rows.map(({ cells }) => cells)].map((cells) =>
        places.map(([i]) => `"${(cells[i] ?? '').replaceAll('"', '""')}"`).join(','),
      );
      const other = await guessOf(`${lines.join('\n')}\n`);
      const sorted = (columns: typeof mapping.columns) => columns.toSorted((a, b) => a.column.localeCompare(b.column));
      expect(sorted(other.mapping.columns)).toEqual(sorted(mapping.columns));
      expect(previewTable(other.table, other.mapping, 5).products).toHaveLength(previewTable(table, mapping, 5).products.length);
    }),
    { numRuns: 40 },
  );
});
