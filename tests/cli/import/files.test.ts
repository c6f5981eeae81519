import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '#api/services/import/tables/read-csv.ts';
import { csvFile, emptyShop, importFiles, temporaryFolder } from '#tests/support/cli/run-command.ts';

const swap = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

/** The encodings in which spreadsheet programs save. */
const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte-order mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE with a byte-order mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16BE with a byte-order mark': (text) => swap(Buffer.from(`\ufeff${text}`, 'utf16le')),
  'UTF-16BE': (text) => swap(Buffer.from(text, 'utf16le')),
};

const separators: Record<string, string> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' };

const rows = [
  ['Handle', 'Title', 'Option1 Value', 'Variant Price'],
  ['jar', 'Jar दो ₹, பட்டு; a|b\tc', 'S', '100'],
  ['cap', 'Line\none "quoted" 🥻', 'M, L', '200'],
];

const toText = (table: readonly (readonly string[])[], separator: string, end = '\r\n'): string =>
  table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator) + end).join('');

async function readBack(bytes: Buffer): Promise<{ line: number; cells: string[] }[]> {
  const file = join(temporaryFolder(), 'file.csv');
  writeFileSync(file, bytes);
  return Array.fromAsync(readCsv(file));
}

describe.each(Object.keys(encodings))('a file in %s', (encoding) => {
  test.each(Object.keys(separators))('separated by %s is read, with or without a line that says so', async (name) => {
    const separator = separators[name] ?? '';
    const encode = encodings[encoding] as (text: string) => Buffer;
    for (const start of ['', `sep=${separator}\r\n`, `"sep=${separator}"\n`]) {
      const read = await readBack(encode(start + toText(rows, separator)));
      expect(read.map(({ cells }) => cells)).toEqual(rows);
      expect(read.map(({ line }) => line)).toEqual(start ? [2, 3, 4] : [1, 2, 3]);
    }
  });
});

test('any table comes back from any encoding and separator', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'aé,;\t|"\nह', 'Ω', '🥻', ' ') });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(encodings)),
      fc.constantFrom(...Object.values(separators)),
      fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 5 }),
      async (encode, separator, cells) => {
        const table = [rows[0] ?? [], ...cells];
        expect((await readBack(encode(toText(table, separator)))).map((row) => row.cells)).toEqual(table);
      },
    ),
    { numRuns: 60 },
  );
});

const importText = async (bytes: Buffer | string) => {
  const { db } = await emptyShop();
  const file = join(temporaryFolder(), 'file.csv');
  writeFileSync(file, bytes);
  return importFiles(db, [file]);
};

describe('a file of another kind is named, with what to do', () => {
  test.each([
    ['a workbook that is cut', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), /is damaged or was not copied whole/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /is an old Excel workbook/],
    [
      'an old Word document',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('WordDocument', 'utf16le')]),
      /is a Word document/,
    ],
    ['a PDF', '%PDF-1.7', /is a PDF/],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /is a picture, not a table: name the CSV, xlsx or ods file/],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), /is a picture/],
    ['a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), /is a picture/],
    ['an AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'), /is a picture/],
    ['a picture of an iPhone', Buffer.from('\0\0\0\x1cftypheic\0\0\0\0', 'latin1'), /is a picture/],
    ['a RAR file', Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'), /is packed in a way that is not read: unpack it/],
    ['a text document', '{\\rtf1\\ansi Kurta}', /is a text document, not a table/],
    ['a web page', '<!doctype html><html></html>', /is a web page or an XML feed/],
    ['a feed without products', '<?xml version="1.0"?><rss></rss>', /is an XML file without products/],
    ['JSON', '{"products":[]}', /is JSON/],
  ])('%s', async (_, bytes, reason) => {
    const { outcome, badRows } = await importText(bytes);
    expect(outcome).toBe('unreadable');
    expect(badRows).toMatchObject([{ file: 'file.csv', line: 1, column: 'file', reason: expect.stringMatching(reason) }]);
  });

  test.each([['Magento 1', 'sku,_attribute_set,_type,name,price,qty']])('an export of %s', async (system, header) => {
    const { outcome, badRows } = await importText(`${header}\n1,2,3\n`);
    expect(outcome).toBe('unreadable');
    const [{ reason } = { reason: '' }, ...others] = badRows;
    expect(others).toEqual([]);
    expect(reason).toContain(`the file is an export of ${system}, which cannot be read yet: make it a sheet`);
    expect(reason).toContain('Handle, Title, Type, Option1 Name, Option1 Value, Variant Price, Variant Inventory Qty');
    expect(reason).not.toMatch(/\. \p{Lu}/u);
  });

  test('a sheet of the owner is told what its columns look like', async () => {
    const { badRows } = await importText('Product Name,Category,Size,MRP,Selling Price,Stock,Photo\n');
    expect(badRows).toMatchObject([
      {
        line: 1,
        column: 'columns',
        reason:
          'are of no known system, but look like "Product Name" → Name, "Category" → Category, "Size" → Size, "MRP" → MRP, "Selling Price" → Price, "Stock" → Stock, "Photo" → Picture. Run it again with --map to check and import',
      },
    ]);
  });
});

describe('a handle with signs', () => {
  const header = ['Handle', 'Title', 'Option1 Value', 'Variant Price'];

  test.each([
    ['skin-wipes™-50-count', 'skin-wipes-50-count'],
    ['Salt®-&-Pepper', 'salt-pepper'],
    ['women’s-kurta', 'womens-kurta'],
    ['₹99-store', '99-store'],
    ['fish-+-chips!', 'fish-chips'],
    ['कुर्ता-©', 'कुर्ता'],
  ])('%s leaves them out of the address and says so', async (handle, slug) => {
    const { db } = await emptyShop();
    const { notes } = await importFiles(db, [csvFile([header, [handle, 'A', 'S', '10'], [handle, '', 'M', '10']])]);
    expect(notes).toContain(`1 handle has signs that a web address leaves out: ${handle.toLowerCase()} is now ${slug}.`);
    expect(await db.selectFrom('product').select('slug').execute()).toEqual([{ slug }]);
  });

  test('that gives the address of another product is refused', async () => {
    const { db } = await emptyShop();
    const { badRows } = await importFiles(db, [
      csvFile([
        header,
        ['tea', 'Tea', 'S', '10'],
        ['tea™', 'Tea', 'S', '20'],
        ['pot®', 'Pot', 'S', '10'],
        ['pot', 'Pot', 'S', '20'],
      ]),
    ]);
    expect(badRows.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'gives the same web address as the handle "tea" once its signs are left out'],
      [5, 'gives the same web address as the handle "pot®" once its signs are left out'],
    ]);
  });

  test.each(['a/b', 'a?b', 'a#b', '™', 'index', 'INDEX'])('%s is still refused', async (handle) => {
    const { db } = await emptyShop();
    expect((await importFiles(db, [csvFile([header, [handle, 'A', 'S', '10']])])).outcome).toBe('refused');
  });
});
