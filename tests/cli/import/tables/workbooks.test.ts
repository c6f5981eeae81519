import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { csvFile, emptyShop, importFiles, readProducts, store } from '#tests/support/cli/run-command.ts';
import { columnLetters, fileOfBytes, odsBytes, odsTable, type SheetCell, xlsxBytes } from '#tests/support/tables/workbooks.ts';

const readBytes = (bytes: Uint8Array, name?: string) => Array.fromAsync(readTable(fileOfBytes(bytes, name)));

/** The texts of one row, whose cells are XML as programs write it. */
async function readCells(cells: string[], options: Parameters<typeof xlsxBytes>[1] = {}): Promise<string[]> {
  const rows = await readBytes(xlsxBytes([cells.map((xml) => ({ xml }))], options));
  return rows[0]?.cells ?? [];
}

const products: SheetCell[][] = [
  ['Handle', 'Title', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty', 'Variant Barcode', 'GST Rate', 'First Offered'],
  ['jar', 'Jar दो', 'S', 1299.5, 4, 8901234567890, { xml: '<c r="G2" s="2"><v>0.18</v></c>' }, new Date('2026-11-28')],
  ['jar', '', 'M', 0.1 + 0.2, 3, '0401234567890', '', ''],
];

describe('a workbook', () => {
  test('gives the texts that its owner sees', async () => {
    expect(await readBytes(xlsxBytes(products))).toEqual([
      { line: 1, cells: products[0] },
      { line: 2, cells: ['jar', 'Jar दो', 'S', '1299.5', '4', '8901234567890', '18%', '2026-11-28'] },
      { line: 3, cells: ['jar', '', 'M', '0.3', '3', '0401234567890', '', ''] },
    ]);
  });

  test('is imported like a CSV file, whatever its name is', async () => {
    const { db } = await emptyShop();
    const { outcome, files } = await importFiles(db, [fileOfBytes(xlsxBytes(products), 'products.csv')]);
    expect(outcome).toBe('imported');
    expect(files).toMatchObject([{ products: 1, variants: 2 }]);
    const [jar] = await readProducts(db);
    expect(
      jar?.variants.map(({ product_variation, price, stock, barcode }) => ({ product_variation, price, stock, barcode })),
    ).toEqual([
      { product_variation: 'S', price: 129_950, stock: 4, barcode: '8901234567890' },
      { product_variation: 'M', price: 30, stock: 3, barcode: '0401234567890' },
    ]);
    expect(await db.selectFrom('product').select(['gst_rate', 'created_at']).executeTakeFirst()).toMatchObject({
      gst_rate: 1800,
    });
  });

  test('clears a value by an empty last cell, like a CSV file', async () => {
    const { db } = await emptyShop();
    const rows = [
      ['Handle', 'Title', 'Variant Price', 'Vendor'],
      ['cup', 'Cup', '5', 'Clay'],
    ];
    await importFiles(db, [csvFile(rows)]);
    await importFiles(db, [fileOfBytes(xlsxBytes([rows[0] ?? [], ['cup', 'Cup', 5, '']]))], { yesWithdraw: 1 });
    expect((await readProducts(db))[0]?.brand).toBeNull();
  });

  test('is read for shipping zones and size guides too', async () => {
    const { dataDir } = await emptyShop();
    const zones = xlsxBytes([
      ['Zone', 'Pincodes', 'Charge'],
      ['Near', 560001, 40],
    ]);
    expect((await store(dataDir, 'shipping', 'import', fileOfBytes(zones))).err).toBe('');
    const guides = odsBytes(
      odsTable([
        ['Guide', 'Categories', 'Size', 'Chest (cm)'],
        ['Shirts', 'Shirts', 'M', '98'],
      ]),
    );
    expect((await store(dataDir, 'guides', fileOfBytes(guides, 'guides.ods'))).err).toBe('');
  });

  test.each([
    [
      'a rich text',
      '<c r="A1" t="inlineStr"><is><r><t>Silk </t></r><r><rPr><b/></rPr><t>Saree</t></r><rPh><t>x</t></rPh></is></c>',
      'Silk Saree',
    ],
    ['a formula', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    ['a formula of a text', '<c r="A1" t="str"><f>A2&amp;"x"</f><v>ax</v></c>', 'ax'],
    ['a formula that was never calculated', '<c r="A1"><f>1+1</f></c>', ''],
    ['an error', '<c r="A1" t="e"><v>#N/A</v></c>', ''],
    ['a yes', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['a no', '<c r="A1" t="b"><v>0</v></c>', 'FALSE'],
    ['an ISO date', '<c r="A1" t="d"><v>2026-11-28T00:00:00</v></c>', '2026-11-28'],
    ['a day', '<c r="A1" s="1"><v>46354</v></c>', '2026-11-28'],
    ['a day of a format of its own', '<c r="A1" s="3"><v>46354</v></c>', '2026-11-28'],
    ['a time on a day', '<c r="A1" s="6"><v>46354.4375</v></c>', '2026-11-28 10:30'],
    ['a time', '<c r="A1" s="7"><v>0.4375</v></c>', '10:30'],
    ['the first day', '<c r="A1" s="1"><v>1</v></c>', '1900-01-01'],
    ['a percentage', '<c r="A1" s="2"><v>0.055</v></c>', '5.5%'],
    ['a percentage with noise', '<c r="A1" s="2"><v>0.28000000000000003</v></c>', '28%'],
    ['an amount', '<c r="A1" s="4"><v>1299.5</v></c>', '1299.5'],
    ['a code whose format adds zeros', '<c r="A1" s="5"><v>40510</v></c>', '040510'],
    ['a barcode with an exponent', '<c r="A1"><v>8.90123456789E+12</v></c>', '8901234567890'],
    ['a large number', '<c r="A1"><v>1E+21</v></c>', '1000000000000000000000'],
    ['a small number', '<c r="A1"><v>1E-7</v></c>', '0.0000001'],
    ['a character that XML cannot have', '<c r="A1" t="str"><v>a_x000A_b_x005F_x</v></c>', 'a\nb_x'],
    ['a cell without a place', '<c><v>7</v></c>', '7'],
  ])('%s', async (_, xml, text) => {
    expect(await readCells([xml, '<c r="B1" t="str"><v>end</v></c>'])).toEqual([text, 'end']);
  });

  test('of an old Mac counts its days from 1904', async () => {
    expect(await readCells(['<c r="A1" s="1"><v>44892</v></c>'], { dates1904: true })).toEqual(['2026-11-28']);
  });

  test('gives the value of merged cells in the first one only', async () => {
    const rows = await readBytes(
      xlsxBytes([
        ['A', 'B', 'C'],
        ['one', '', 'x'],
        ['', 'two', ''],
      ]),
    );
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['A', 'B', 'C'],
      ['one', '', 'x'],
      ['', 'two', ''],
    ]);
  });

  test('gives its first visible sheet that is not empty', async () => {
    const sheets = [
      { name: 'Lists', state: 'hidden', rows: [['hidden']] },
      { name: 'Secret', state: 'veryHidden', rows: [['hidden']] },
      { name: 'Empty', rows: [['', ' ']] },
      { name: 'Products', rows: [['found']] },
      { name: 'Other', rows: [['other']] },
    ];
    expect(await readBytes(xlsxBytes([], { sheets }))).toEqual([{ line: 1, cells: ['found'] }]);
  });

  test('with a sheet of instructions before the products is imported', async () => {
    const { db } = await emptyShop();
    const sheets = [
      {
        name: 'Instructions',
        rows: [
          ['How to fill this in', 'Step'],
          ['Read me', 1],
        ],
      },
      { name: 'Empty', rows: [] },
      { name: 'Template', rows: products },
      { name: 'Lists', rows: products.slice(0, 1) },
    ];
    const { outcome, files } = await importFiles(db, [fileOfBytes(xlsxBytes([], { sheets }))]);
    expect({ outcome, files }).toMatchObject({ outcome: 'imported', files: [{ products: 1, variants: 2 }] });
  });

  test('keeps the numbers of its rows', async () => {
    const rows = await readBytes(xlsxBytes([['A'], [''], [], ['B']]));
    expect(rows).toEqual([
      { line: 1, cells: ['A'] },
      { line: 4, cells: ['B'] },
    ]);
  });

  test('any table of texts, numbers and days comes back', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'aé,;"\n&<>\'', '_x000D_', 'ह', '🥻', '₹'), minLength: 1 });
    const visible = text.filter((value) => value.trim() !== '' && !/_x[\da-f]{4}_/i.test(value));
    const number = fc.oneof(
      fc.integer(),
      fc.integer({ min: 0, max: 10 ** 9 }).map((paise) => paise / 100),
    );
    const day = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000));
    const cell: fc.Arbitrary<SheetCell> = fc.oneof(visible, number, day, fc.boolean(), fc.constant(''));
    const toText = (value: SheetCell): string => {
      if (value instanceof Date) return value.toISOString().slice(0, 10);
      return typeof value === 'boolean' ? String(value).toUpperCase() : String(value as string | number);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 }), fc.boolean(), async (cells, inline) => {
        const table: SheetCell[][] = [['A', 'B', 'C'], ...cells];
        const expected = table
          .map((row, i) => ({ line: i + 1, cells: row.map(toText) }))
          .filter((row) => row.cells.some((value) => value !== ''));
        expect(await readBytes(xlsxBytes(table, { inline }))).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});

const odsCell = (attributes: string, text: string): string =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const odsRow = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
const odsSheet = (...rows: string[]): string => `<table:table table:name="S">${rows.join('')}</table:table>`;

describe('an OpenDocument spreadsheet', () => {
  test.each([
    ['a number', odsCell('office:value-type="float" office:value="0.30000000000000004"', '0.3'), '0.3'],
    ['a code whose format adds zeros', odsCell('office:value-type="float" office:value="40510"', '040510'), '040510'],
    ['an amount', odsCell('office:value-type="currency" office:value="1299.5"', '₹1,299.50'), '1299.5'],
    ['a percentage', odsCell('office:value-type="percentage" office:value="0.18"', '18.00%'), '18%'],
    ['a day', odsCell('office:value-type="date" office:date-value="2026-11-28"', '28/11/26'), '2026-11-28'],
    [
      'a time on a day',
      odsCell('office:value-type="date" office:date-value="2026-11-28T10:30:00"', '28/11/26 10:30'),
      '2026-11-28 10:30:00',
    ],
    ['a yes', odsCell('office:value-type="boolean" office:boolean-value="true"', 'WAHR'), 'TRUE'],
    ['an error', odsCell('office:value-type="string" calcext:value-type="error"', '#N/A'), ''],
    [
      'spaces, tabs and spans',
      odsCell('office:value-type="string"', 'a<text:s text:c="2"/><text:span>b</text:span><text:tab/>c<text:line-break/>d'),
      'a  b\tc\nd',
    ],
    ['paragraphs', odsCell('office:value-type="string"', 'a</text:p><text:p>b'), 'a\nb'],
    [
      'a note beside the text',
      '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>a</text:p></table:table-cell>',
      'a',
    ],
  ])('%s', async (_, xml, text) => {
    expect(await readBytes(odsBytes(odsSheet(odsRow(xml, odsCell('office:value-type="string"', 'end')))))).toEqual([
      { line: 1, cells: [text, 'end'] },
    ]);
  });

  test('with a million blank repeats costs nothing, and repeats what is repeated', async () => {
    const blank = '<table:table-cell table:number-columns-repeated="1000000"/>';
    const sheet = odsSheet(
      odsRow(
        odsCell('office:value-type="string"', 'A'),
        odsCell('office:value-type="string" table:number-columns-repeated="2"', 'B'),
        blank,
      ),
      `<table:table-row table:number-rows-repeated="1000000">${blank}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="2">${odsCell('office:value-type="string"', 'C')}${blank}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="1000000">${blank}</table:table-row>`,
    );
    expect(await readBytes(odsBytes(sheet))).toEqual([
      { line: 1, cells: ['A', 'B', 'B'] },
      { line: 1_000_002, cells: ['C', '', ''] },
      { line: 1_000_003, cells: ['C', '', ''] },
    ]);
  });

  test('gives its first visible sheet that is not empty, without what merged cells cover', async () => {
    const styles =
      '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const hidden =
      '<table:table table:style-name="h"><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>';
    const covered = '<table:covered-table-cell office:value-type="string"><text:p>old</text:p></table:covered-table-cell>';
    const shown = odsSheet(
      odsRow(odsCell('office:value-type="string"', 'A'), covered, odsCell('office:value-type="string"', 'C')),
    );
    expect(await readBytes(odsBytes(hidden + odsSheet() + shown + odsTable([['later']]), styles))).toEqual([
      { line: 1, cells: ['A', '', 'C'] },
    ]);
  });

  test('any table of texts comes back', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aé,;"\n&<>\'', 'ह', '🥻', '₹') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 6 }), async (cells) => {
        const table = [['A', 'B'], ...cells].map((row) => row.map((text) => (text.trim() === '' ? '' : text)));
        const expected = table.map((row, i) => ({ line: i + 1, cells: row })).filter((row) => row.cells.some(Boolean));
        expect(await readBytes(odsBytes(odsTable(table)))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

test('letters of columns are those of spreadsheets', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
