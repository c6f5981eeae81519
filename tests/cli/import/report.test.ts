import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import type { ImportSummary } from '#api/services/import/plan/import-summary.ts';
import { reportPage } from '#api/services/import/report/report-page.ts';
import { hostileRows } from '#tests/cli/import/hostile-rows.ts';
import { csvFile, emptyShop, importFiles, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Type',
  'Option1 Value',
  'Variant Price',
  'Variant Inventory Qty',
  'First Offered',
];

/** Reads rows without importing them. */
async function read(...rows: string[][]): Promise<ImportSummary> {
  const { db } = await emptyShop();
  return importFiles(db, [csvFile([header, ...rows])], { dryRun: true, skipBad: true });
}

test('says which column is read as what', async () => {
  const { files, columns } = await read(['cap', 'Cap', '', 'Caps', '', '499', '1', '']);
  expect(files).toMatchObject([{ format: 'a Shopify product export', products: 1 }]);
  expect(files[0]?.mapped).toContainEqual({ column: 'Variant Price', to: 'Variant Price' });
  expect(columns.unread).toEqual([]);
});

test('counts repairs by their kind, with ten examples of each from before to after', async () => {
  const caps = Array.from({ length: 12 }, (_, i) => [`cap-${i}`, 'Cap', '', 'Caps', '', `Rs. ${i + 1},299/-`, '1', '']);
  const { repaired } = await read(...caps, ['bag™', 'Bag', 'Womenâ€™s bag', 'Bags', 'S', '१४९९', '-3', '28 Nov 2026']);
  const of = (kind: string) => repaired.find((repair) => repair.kind === kind);
  expect(of('price')).toMatchObject({ count: 13 });
  expect(of('price')?.examples).toHaveLength(10);
  const at = { file: 'products.csv', line: 2 };
  expect(of('price')?.examples[0]).toEqual({ ...at, column: 'Variant Price', before: 'Rs. 1,299/-', after: '₹1,299.00' });
  const bag = { file: 'products.csv', line: 14 };
  expect(of('handle')).toEqual({
    kind: 'handle',
    count: 1,
    examples: [{ ...bag, column: 'Handle', before: 'bag™', after: 'bag' }],
  });
  expect(of('encoding')?.examples).toEqual([{ ...bag, column: 'Body (HTML)', before: 'Womenâ€™s bag', after: 'Women’s bag' }]);
  expect(of('negative')?.examples).toEqual([{ ...bag, column: 'Variant Inventory Qty', before: '-3', after: '0' }]);
  expect(of('date')?.examples).toEqual([
    { ...bag, column: 'First Offered', before: '28 Nov 2026', after: '2026-11-27T18:30:00.000Z' },
  ]);
});

describe('a refused row has line, column, cell, reason and a sentence that helps', () => {
  test.each([
    ['a price in words', { 'Variant Price': 'dear' }, 'Variant Price', 'Write the price in rupees and nothing else'],
    ['a decimal comma', { 'Variant Price': '99,50' }, 'Variant Price', 'with a point before the paise'],
    ['a price of zero', { 'Variant Price': '0' }, 'Variant Price', 'take the row out if it is not for sale'],
    ['a price below zero', { 'Variant Price': '-5' }, 'Variant Price', 'without a minus sign'],
    ['a stock in words', { 'Variant Inventory Qty': 'many' }, 'Variant Inventory Qty', 'as a whole number'],
    ['a date of two meanings', { 'First Offered': '05/12/2026' }, 'First Offered', 'as year, month and day'],
    ['a handle with a slash', { Handle: 'a/b' }, 'Handle', 'letters, digits and hyphens'],
    ['a long title', { Title: 'x'.repeat(300) }, 'Title', 'Shorten the text'],
  ])('%s', async (_, cells, column, help) => {
    const row = { Handle: 'cap', Title: 'Cap', 'Variant Price': '499', 'Variant Inventory Qty': '1', ...cells } as Record<
      string,
      string
    >;
    const { badRows } = await read(header.map((name) => row[name] ?? ''));
    expect(badRows).toMatchObject([
      {
        file: 'products.csv',
        line: 2,
        column,
        value: row[column],
        reason: expect.any(String),
        help: expect.stringContaining(help),
      },
    ]);
  });

  test('one without a sentence of its own gets a general one', async () => {
    const { badRows } = await read(['cap', 'Cap', '', 'Caps', 'S', '499', '1', ''], ['cap', '', '', '', 'S', '499', '1', '']);
    expect(badRows).toMatchObject([{ line: 3, value: 'S', help: expect.stringContaining('delete a row that is there twice') }]);
  });
});

describe('the page', () => {
  const validator = new HtmlValidate({
    root: true,
    extends: ['html-validate:recommended'],
    rules: { 'require-csp-nonce': 'off', 'doctype-style': 'off' },
  });

  test('is one file of valid HTML without scripts and addresses, whatever the cells contain', async () => {
    const { db } = await emptyShop();
    const summary = await importFiles(db, [csvFile(hostileRows)], { skipBad: true });
    const page = reportPage(summary, new Date('2026-11-28T06:00:00Z'));
    expect(validator.validateStringSync(page).results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual(
      [],
    );
    const elements = new Set([...page.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name));
    expect([...elements].sort()).toEqual(
      'bdi body dd div dl dt h1 h2 h3 head html li main meta p section span style table tbody td th thead title tr ul'.split(' '),
    );
    expect(page).not.toMatch(/<[^>]*\s(?:on\w+|href|src|action)=/i);
    expect(page).toContain('28 November 2026 at 11:30 am, Indian time');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('is written for every outcome, over a report before, and nothing else is overwritten', async () => {
    const [dataDir, folder] = [join(temporaryFolder(), 'shop'), temporaryFolder()];
    const report = join(folder, 'report.html');
    const bad = csvFile([header, ['cap', 'Cap', '', 'Caps', '', 'dear', '1', '']]);
    expect(await store(dataDir, 'import', bad, '--report', report)).toMatchObject({ code: 1 });
    expect(readFileSync(report, 'utf8')).toContain('Nothing was imported: the rows below must be corrected first.');
    expect(readFileSync(report, 'utf8')).toContain('<bdi>dear</bdi>');
    const good = csvFile([header, ['cap', 'Cap', '', 'Caps', '', '499', '1', '']]);
    expect(await store(dataDir, 'import', good, '--report', report)).toMatchObject({ code: 0 });
    expect(readFileSync(report, 'utf8')).toContain('The file was imported.');
    expect(await store(dataDir, 'import', good, '--report', good)).toMatchObject({
      code: 2,
      err: expect.stringContaining('The report is a web page: give it a name that ends with .html'),
    });
    expect(await store(dataDir, 'import', good, '--report', join(folder, 'no/report.html'))).toMatchObject({ code: 1 });
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });
});
