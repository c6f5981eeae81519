import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { csvFile, emptyShop, importFiles, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = ['Guide', 'Categories', 'Page', 'Size', 'Chest (in)', 'Length (cm)', 'Fit'];
const rows = [
  header,
  ['Kurtas', 'Kurtas; Tunics, long', '', 'S', '36', '70', ''],
  ['kurtas', '', '', 'M', '38-40', '७२', 'Loose'],
  ['Shoes', '', '/pages/shoe-sizes', '', '', '', ''],
];

const products = [
  ['Handle', 'Title', 'Type', 'Variant Price', 'Size Guide'],
  ['kurta', 'Kurta', 'Kurtas', '999', ''],
  ['tunic', 'Tunic', 'tunics, long', '999', ''],
  ['sandal', 'Sandal', 'Footwear', '999', 'shoes'],
  ['cap', 'Cap', 'Caps', '99', ''],
  ['hat', 'Hat', 'Kurtas', '99', 'Unknown'],
];

async function newShop() {
  const { db, dataDir } = await emptyShop();
  await importFiles(db, [csvFile(products)]);
  const run = (...args: string[]) => store(dataDir, 'guides', ...args);
  return {
    run,
    load: (table: string[][], ...flags: string[]) => run(csvFile(table, 'guides.csv'), ...flags),
    guideOf: async (slug: string) => (await findProductBySlug(db, slug))?.size_guide,
  };
}

test('a product has the guide that it names, else that of its category', async () => {
  const { load, guideOf } = await newShop();
  expect(await guideOf('kurta')).toBeUndefined();
  expect(await load(rows)).toMatchObject({ code: 0, err: '' });
  const measured = {
    name: 'Kurtas',
    columns: ['Chest', 'Length', 'Fit'],
    rows: [
      { size: 'S', values: ['91.4', '70', ''] },
      { size: 'M', values: ['96.5-101.6', '72', 'Loose'] },
    ],
  };
  expect(await guideOf('kurta')).toEqual(measured);
  expect(await guideOf('tunic')).toEqual(measured);
  expect(await guideOf('sandal')).toEqual({ name: 'Shoes', page: '/pages/shoe-sizes' });
  expect(await guideOf('cap')).toBeUndefined();
  expect(await guideOf('hat')).toBeUndefined();
});

test('guides are listed, tried without a change, exported as they were, and removed by a file without rows', async () => {
  const { run, load, guideOf } = await newShop();
  expect((await load(rows, '--dry-run')).out).toContain('Dry run, nothing is changed.');
  expect((await run()).out).toContain('There are no size guides.');
  await load(rows);
  const listed = await run();
  expect(listed.out).toContain('Kurtas\n  S, M: Chest, Length, Fit\n  for Kurtas, Tunics, long\nShoes\n  /pages/shoe-sizes');
  const before = JSON.parse((await run('--json')).out) as unknown;
  const file = join(temporaryFolder(), 'out.csv');
  expect((await run('--export', file)).out).toContain('2 size guides');
  await load([header]);
  expect(await guideOf('sandal')).toBeUndefined();
  await run(file);
  expect(JSON.parse((await run('--json')).out)).toEqual(before);
});

test.each([
  [[['Size']], 'line 1: Guide is missing'],
  [[header, ['', '', '', 'S', '36']], 'line 2: Guide is required'],
  [[header, ['A', '', '', '', '36']], 'line 2: Size is required beside measurements'],
  [[header, ['A', '', '', 'S', '36'], ['A', '', '', 'S', '37']], 'line 3: Size has "S" twice in the guide A'],
  [[header, ['A']], 'line 2: Guide has neither measurements nor a page for "A"'],
  [[header, ['A', '', 'javascript:alert(1)']], 'line 2: Page must be an address such as /pages/sizes'],
  [[header, ['A', '', '//evil.example']], 'line 2: Page must be an address such as /pages/sizes'],
  [[header, ['A', '', '', 'S'.repeat(61), '36']], 'which is longer than 60 characters'],
  [[header, ...Array.from({ length: 101 }, (_, i) => [`G${i}`, '', '/p'])], 'line 102: Guide is one of more than 100 guides'],
])('a file with a mistake changes nothing and names the line', async (table, message) => {
  const { run, load } = await newShop();
  await load(rows);
  const failed = await load(table as string[][]);
  expect(failed.code).toBe(1);
  expect(failed.err).toContain(message);
  expect((await run()).out).toContain('Kurtas');
});
