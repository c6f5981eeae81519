import { expect, test } from 'vitest';
import {
  csvFile,
  emptyShop,
  importFiles,
  readProducts,
  store,
  storeIn,
  temporaryFolder,
} from '#tests/support/cli/run-command.ts';

const header = [
  'Handle',
  'Title',
  'Vendor',
  'Option1 Value',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Inventory Qty',
];
const caps = (count: number, price = '899', brand = 'Loom') =>
  Array.from({ length: count }, (_, i) => [`cap-${i}`, `Cap ${i}`, brand, '', price, '', '4']);

/** Creates a shop from these rows with the command. */
async function shopWith(rows: string[][]): Promise<string> {
  const dataDir = `${temporaryFolder()}/shop`;
  expect((await store(dataDir, 'import', csvFile([header, ...rows]), '--no-pictures')).code).toBe(0);
  return dataDir;
}

test('a dry run says what changes in each product', async () => {
  const shirt = (...rows: string[][]) => rows.map((row, i) => ['shirt', i === 0 ? 'Shirt' : '', i === 0 ? 'Loom' : '', ...row]);
  const dataDir = await shopWith([
    ...caps(1),
    ...shirt(['S', '1499', '1999', '5'], ['M', '1499', '1999', '5'], ['L', '1499', '', '5']),
    ['old', 'Old', '', '', '100', '', '1'],
    ['same', 'Same', '', '', '100', '', '1'],
  ]);
  const file = csvFile([
    header,
    ['cap-0', 'Cap 0', '', '', '999', '', '4'],
    ...shirt(['S', '1299.50', '1999', '7'], ['M', '1499', '', '5'], ['XL', '1499', '', '5']),
    ['same', 'Same', '', '', '100', '', '1'],
    ['new', 'New', '', '', '100', '', '1'],
  ]);
  const { out } = await store(dataDir, 'import', file, '--no-pictures', '--dry-run');
  expect(out.split('Changes\n')[1]?.trimEnd().split('\n')).toEqual([
    '  cap-0: price 899 → 999, brand emptied',
    '  shirt: S: price 1,499 → 1,299.50, stock 5 → 7, M: compare-at price emptied, L: withdrawn, XL: added',
    '  new: added',
  ]);
  expect(out).toContain('1 product on sale not in the file, kept as they are');
  const { changes, onSale } = JSON.parse((await store(dataDir, 'import', file, '--no-pictures', '--dry-run', '--json')).out);
  expect(changes).toContainEqual({ slug: 'cap-0', change: 'changed', details: ['price 899 → 999', 'brand emptied'] });
  expect(onSale).toEqual({ all: 4, notInFiles: 1, losing: 1, mustConfirm: true });
});

test('a long list of changes is cut short, and whole as JSON', async () => {
  const dataDir = await shopWith(caps(50));
  const file = csvFile([header, ...caps(50, '999')]);
  const { out } = await store(dataDir, 'import', file, '--no-pictures', '--dry-run');
  expect(out.split('\n').filter((line) => line.includes('price 899 → 999'))).toHaveLength(20);
  expect(out).toContain('and 30 more (--json lists all)');
  const { changes } = JSON.parse((await store(dataDir, 'import', file, '--no-pictures', '--dry-run', '--json')).out);
  expect(changes).toHaveLength(50);
});

test('columns that are not read and columns that are missing are named', async () => {
  const dataDir = await shopWith(caps(1));
  const columns = ['Handle', 'Title', 'Variant Price', 'Metafield: care', '', 'Cost per item'];
  const file = csvFile([columns, ['cap-0', 'Cap 0', '999', 'Wash', '', '40']]);
  const { out } = await store(dataDir, 'import', file, '--no-pictures', '--dry-run');
  expect(out).toContain('Columns that are not read: Metafield: care, Cost per item.');
  expect(out).toMatch(/Columns that the file does not have: Body \(HTML\), Vendor, .*Their stored values are kept/);
  const imported = await store(dataDir, 'import', file, '--no-pictures');
  expect(imported.out).toContain('Columns that are not read: Metafield: care, Cost per item.');
});

test.each([
  ['the header only', []],
  ['the first rows only', caps(3)],
  ['all but more than a fifth of the rows', caps(7)],
])('a file with %s does not replace the shop without confirmation', async (_, rows) => {
  const dataDir = await shopWith(caps(10));
  const file = csvFile([header, ...rows]);
  const gone = 10 - rows.length;
  const replace = (...flags: string[]) => store(dataDir, 'import', file, '--no-pictures', '--replace', ...flags);
  for (const flags of [[], ['--yes-withdraw', '1'], ['--yes-withdraw', '10', '--skip-bad']].slice(0, gone === 10 ? 2 : 3)) {
    const { code, out } = await replace(...flags);
    expect(code).toBe(1);
    expect(out).toContain(`Nothing was imported: ${gone} of 10 products on sale would be withdrawn`);
    expect(out).toContain(`add --yes-withdraw ${gone}.`);
  }
  expect((await replace('--dry-run')).out).toContain(`the import asks for --yes-withdraw ${gone}.`);
  expect(JSON.parse((await store(dataDir, 'products', '--json')).out)).toHaveLength(10);
  expect((await replace('--yes-withdraw', String(gone))).code).toBe(0);
  expect(JSON.parse((await store(dataDir, 'products', '--json')).out)).toHaveLength(rows.length);
});

test('a fifth of the shop may be withdrawn or emptied without confirmation', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, ...caps(10)])]);
  expect((await importFiles(db, [csvFile([header, ...caps(8)])], { replace: true })).products.withdrawn).toBe(2);
  const emptied = [...caps(1, '899', ''), ...caps(8).slice(1)];
  expect((await importFiles(db, [csvFile([header, ...emptied])])).products.changed).toBe(1);
});

const wide = [...header, 'Body (HTML)', 'Type', 'Image Src'];
const full = ['<p>Warm</p>', 'Caps', 'https://cdn.example/cap.jpg'];
test.each([
  ['brand', ['', ...full]],
  ['description', ['Loom', '', ...full.slice(1)]],
  ['category', ['Loom', full[0] ?? '', '', full[2] ?? '']],
  ['pictures', ['Loom', ...full.slice(0, 2), '']],
])('an update that empties the %s of more than a fifth asks first', async (_, [brand = '', ...rest]) => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([wide, ...caps(4).map((row) => [...row, ...full])])]);
  const before = await readProducts(db);
  const file = csvFile([
    wide,
    ...caps(4, '899', brand).map((row, i) => [...(i === 0 ? row : row.with(2, 'Loom')), ...(i === 0 ? rest : full)]),
  ]);
  const refused = await importFiles(db, [file]);
  expect(refused).toMatchObject({ outcome: 'unconfirmed', onSale: { all: 4, losing: 1, mustConfirm: true } });
  expect(await readProducts(db)).toEqual(before);
  expect((await importFiles(db, [file], { yesWithdraw: 1 })).products).toMatchObject({ changed: 1, unchanged: 3 });
});

test('the last import is taken back by a command, which is audited', async () => {
  const dataDir = await shopWith(caps(2));
  const change = csvFile([header, ...caps(2, '999'), ['new', 'New', '', '', '5', '', '1']]);
  await store(dataDir, 'import', change, '--no-pictures');
  await store(dataDir, 'stock', 'cap-1', '9');
  const { code, out } = await store(dataDir, 'import', '--undo');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Took back the import of \d{4}-\d\d-\d\d \d\d:\d\d\.\n {2}2 products as before, 1 added product withdrawn\n/,
  );
  const products = JSON.parse((await store(dataDir, 'products', '--json')).out);
  expect(products.map(({ slug, price, stock }: Record<string, unknown>) => [slug, price, stock])).toEqual([
    ['cap-0', '899.00', 4],
    ['cap-1', '899.00', 9],
  ]);
  expect((await store(dataDir, 'import', '--undo')).out).toContain('There is no import to take back');
  const events = JSON.parse((await store(dataDir, 'audit', '--json')).out) as { action: string }[];
  expect(events.filter(({ action }) => action === 'import undo')).toHaveLength(2);
});

test('taking back says what was set since, and takes no files or options', async () => {
  const dataDir = await shopWith(caps(1));
  await store(dataDir, 'import', csvFile([header, ...caps(1).map((row) => row.with(6, '50'))]), '--no-pictures');
  await store(dataDir, 'stock', 'cap-0', '9');
  for (const extra of [['x.csv'], ['--replace'], ['--dry-run'], ['--seller', 'A']])
    expect(await store(dataDir, 'import', '--undo', ...extra)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Give --undo alone'),
    });
  expect(await store(dataDir, 'import')).toMatchObject({ code: 2, err: expect.stringContaining('Name the files') });
  const { out } = await store(dataDir, 'import', '--undo');
  expect(out).toContain('Kept\n  cap-0: the stock of 9 was set since the import and stays');
  const missing = await storeIn({ DATA_DIR: `${temporaryFolder()}/none` }, 'import', '--undo');
  expect(missing.code).toBe(1);
});
