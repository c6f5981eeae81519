import { expect, test } from 'vitest';
import { inspectTable } from '#api/services/import/mapping/inspect-table.ts';
import type { TableMapping } from '#api/services/import/mapping/table-mapping.ts';
import { emptyShop, importFiles, readProducts, textFile } from '#tests/support/cli/run-command.ts';
import { type OtherTable, tables } from './other-peoples-tables.ts';

async function guess({ text }: Pick<OtherTable, 'text'>) {
  const file = textFile(text, 'table.csv');
  const inspection = await inspectTable(file, () => undefined);
  if (inspection.kind !== 'table') throw new Error(`The table is ${inspection.kind}`);
  return { file, ...inspection };
}

/** The guess with the owner's corrections. */
const correct = (mapping: TableMapping, corrections: OtherTable['corrections'] = {}): TableMapping => ({
  ...mapping,
  columns: mapping.columns.map(({ column, is }) => ({ column, is: (corrections[column] ?? is) as typeof is })),
});

async function productsOf(file: string, mapping: TableMapping): Promise<string[]> {
  const { db } = await emptyShop();
  const { outcome, badRows } = await importFiles(db, [file], { findMapping: () => mapping });
  expect({ outcome, badRows }).toEqual({ outcome: 'imported', badRows: [] });
  return (await readProducts(db)).map(({ name, category, variants }) => {
    const each = variants.map(
      ({ product_variation: variation, price, mrp, stock }) =>
        `${variation}, ${price / 100}${mrp > price ? ` of ${mrp / 100}` : ''}, ${stock}`,
    );
    return `${name}: ${category} | ${each.join('; ')}`;
  });
}

/** The tables whose guess is right as it stands. */
const guessedRight = [
  'kurtas, one row for each size',
  'a wholesaler, with a title, item, rate and totals',
  'a shop in Hindi',
  'shoes, with sizes as columns below a merged name',
  'a boutique, several sizes in one cell',
  'a grocer, packs as columns with their prices',
  'merged cells, written once and blank below',
  'a price list with headings as rows',
  'sarees of one name, told apart by their code',
  'a pharmacy export with codes and barcodes',
];

test('ten of twelve tables need no correction', () => {
  expect(tables.filter(({ corrections }) => !corrections).map(({ of }) => of)).toEqual(guessedRight);
});

test.each(tables)('reads the table of $of', async ({ text, products, corrections }) => {
  const { file, guess: guessed } = await guess({ text });
  expect(await productsOf(file, correct(guessed.mapping, corrections))).toEqual(products);
});
