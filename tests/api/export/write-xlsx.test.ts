import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { TooLargeForXlsx, writeXlsx, type XlsxSheet } from '#api/services/export/write-xlsx.ts';
import { unzip } from '#tests/support/unzip.ts';

async function write(...sheets: XlsxSheet[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of writeXlsx(sheets)) parts.push(part);
  return Buffer.concat(parts);
}

test('a workbook has its sheets as well-formed XML, with numbers as numbers and formulas as texts', async () => {
  const rows = [
    ['Name', 'Price'],
    ['=1+1', 499.5],
    ['शर्ट <"&">', -3],
    ['', 0],
    ['two\r\nlines\u0007', Number.NaN],
  ];
  const files = unzip(await write({ name: 'Products & more', rows, columns: [{ width: 30 }, { width: 8 }] }));
  const documents = [...files].map(([fileName, contents]) => ({ fileName, contents }));
  expect((await validateXML({ xml: documents, normalization: 'format' })).errors).toEqual([]);
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c r="B2"><v>499.5</v></c>');
  expect(sheet).toContain('शर्ट &lt;');
  expect(sheet).toContain('two&#13;\nlines<');
  expect(sheet).not.toContain('<f>');
  expect(files.get('xl/workbook.xml')).toContain('name="Products &amp; more"');
});

test('a cell of more than 32,767 characters is refused instead of being cut off', async () => {
  await expect(write({ name: 'A', rows: [['x'.repeat(32_768)]] })).rejects.toThrow(TooLargeForXlsx);
});

test('columns after Z have two letters', async () => {
  const files = unzip(await write({ name: 'A', rows: [Array.from({ length: 53 }, (_, i) => i)] }));
  expect(files.get('xl/worksheets/sheet1.xml')).toMatch(/<c r="Z1" s="1"><v>25.*<c r="AA1".*<c r="BA1" s="1"><v>52/);
});
