import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { csvFile, emptyShop, importFiles, readProducts, store, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { exportsFolder, realFiles } from '#tests/support/real-files.ts';

/** Returns the visible part of a catalogue in its order. */
async function catalogue(db: Db) {
  const products = (await readProducts(db)).filter(({ active }) => active === 1);
  const sold = await db
    .selectFrom('product')
    .innerJoin('seller', 'seller.id', 'product.seller_id')
    .select(['slug', 'seller.name as seller', 'kind', 'country_of_origin', 'created_at'])
    .execute();
  const more = new Map(sold.map(({ slug, ...facts }) => [slug, facts]));
  return products
    .map(({ id: _, import_hash: __, variants, ...product }) => ({
      ...product,
      ...more.get(product.slug),
      variants: variants.filter(({ active }) => active === 1).map(({ id, product_id, imported_stock, ...variant }) => variant),
    }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

const categories = async (db: Db) =>
  (await db.selectFrom('sub_category').select(['name', 'image']).orderBy('position').execute()).filter(({ name }) => name !== '');

async function exportTo(db: Db, file: string): Promise<void> {
  let text = '';
  await exportCatalogue(db, async (part) => (text += part));
  writeFileSync(file, text);
}

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Option1 Value',
  'Option2 Value',
  'Variant SKU',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Inventory Qty',
  'Image Src',
  'Image Alt Text',
  'Seller',
  'Seller Kind',
  'Country of Origin',
];
const rows = [
  header,
  [
    'cap',
    'Cap, "blue"',
    '<p>Fine &amp; light</p>\n<ul><li>One</li></ul>',
    'Fern, Co',
    'Caps',
    'a, b',
    'Default Title',
    '',
    'C-1',
    '499',
    '599.50',
    '4',
    'https://cdn.example/a,b.jpg',
    'The "cap", blue',
    'Meena',
    'retailer',
    'India',
  ],
  [
    'shirt',
    'Shirt ',
    'Plain text\n\nwith two paragraphs',
    '',
    'Shirts',
    '',
    'M',
    'Red',
    '',
    '1499',
    '',
    '5',
    '',
    '',
    'Big Sellers',
    'wholesaler',
    '',
  ],
  ['shirt', '', '', '', '', '', 'L', 'Red', 'S-2', '1599', '1999', '0', '', '', '', '', ''],
  [
    'scarf',
    'शॉल',
    '<a href="x">only words</a>',
    '',
    'Caps',
    '',
    'One, size',
    '',
    '=1+1',
    '0.05',
    '',
    '999999',
    '',
    '',
    '',
    '',
    '',
  ],
];

test('an export imported into an empty shop gives the same catalogue, and importing it again changes nothing', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(rows)]);
  const folder = temporaryFolder();
  const file = join(folder, 'export.csv');
  await exportTo(db, file);

  const { db: copy } = await emptyShop();
  const summary = await importFiles(copy, [file]);
  expect(summary.badRows).toEqual([]);
  expect(await catalogue(copy)).toEqual(await catalogue(db));
  expect(await categories(copy)).toEqual(await categories(db));

  await exportTo(copy, join(folder, 'again.csv'));
  expect(readFileSync(join(folder, 'again.csv'), 'utf8')).toBe(readFileSync(file, 'utf8'));
  expect((await importFiles(copy, [join(folder, 'again.csv')])).products).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
});

test('products no longer on sale are left out', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile(rows)]);
  await importFiles(db, [csvFile(rows.slice(0, 2))], { replace: true, yesWithdraw: 2 });
  let text = '';
  const exported = await exportCatalogue(db, async (part) => (text += part));
  expect(exported).toMatchObject({ products: 1, variants: 1 });
  expect(text).not.toContain('shirt');
});

test('an export is read as the shop’s own, and a Shopify file with a column of ours as Shopify’s', async () => {
  const { db } = await emptyShop();
  expect((await importFiles(db, [csvFile(rows)])).files).toMatchObject([{ format: 'a Shopify product export' }]);
  const file = csvFile([]);
  await exportTo(db, file);
  expect((await importFiles(db, [file])).files).toMatchObject([{ format: 'a product sheet of this shop' }]);
});

test('pictures are exported with all their files, byte for byte', async () => {
  const photographs = temporaryFolder();
  await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#336699' } })
    .png()
    .toFile(join(photographs, 'a.png'));
  writeFileSync(
    join(photographs, 'b.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 12"><path d="M0 0h9v12z"/></svg>',
  );
  writeFileSync(join(photographs, 'category-caps.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 3"/>');
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  const pictured = [
    ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src', 'Image Position', 'Image Alt Text'],
    ['cap', 'Cap', 'Caps', '499', 'a.png', '1', 'From above'],
    ['cap', '', '', '', 'b.svg', '2', 'Drawn'],
  ];
  expect((await store(first, 'import', csvFile(pictured), '--pictures', photographs)).code).toBe(0);

  const out = temporaryFolder();
  const [file, folder] = [join(out, 'export.csv'), join(out, 'pictures')];
  const exported = await store(first, 'export', file, '--pictures', folder, '--json');
  expect(exported).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(exported.out)).toEqual({ file, products: 1, variants: 1, pictures: 3, missing: [] });
  expect((await store(second, 'import', file, '--pictures', folder)).code).toBe(0);

  const read = async (dataDir: string) => {
    const db = await openDatabase(dataDir);
    onTestFinished(() => db.destroy());
    return { products: await catalogue(db), categories: await categories(db), media: readdirSync(join(dataDir, 'media')).sort() };
  };
  const [before, after] = [await read(first), await read(second)];
  expect(after).toEqual(before);
  expect(before.categories).toEqual([{ name: 'Caps', image: expect.stringMatching(/^\/media\/[0-9a-f]{16}\.svg#3x3/) }]);
  expect(before.media.length).toBeGreaterThan(6);
  for (const name of before.media)
    expect(readFileSync(join(second, 'media', name)).equals(readFileSync(join(first, 'media', name)))).toBe(true);
});

test('a sub-category keeps its picture, set by the owner or taken from any of its products', async () => {
  const { db } = await emptyShop();
  const picture = (name: string) => `https://cdn.example/${name}.jpg`;
  const columns = ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src', 'Category Image'];
  const cap = (name: string, own = '') => [`cap-${name}`, `Cap ${name}`, 'Caps', '499', picture(name), own];
  await importFiles(db, [csvFile([columns, cap('a'), cap('b'), ['hat', 'Hat', 'Hats', '799', picture('h'), picture('rack')]])]);
  await importFiles(db, [csvFile([columns, cap('c')])]);
  await db
    .updateTable('sub_category')
    .set({ image: picture('b') })
    .where('name', '=', 'Caps')
    .execute();
  const file = join(temporaryFolder(), 'export.csv');
  await exportTo(db, file);

  const { db: copy } = await emptyShop();
  await importFiles(copy, [file]);
  expect(await categories(copy)).toEqual([
    { name: 'Caps', image: picture('b') },
    { name: 'Hats', image: picture('rack') },
  ]);
  expect(await catalogue(copy)).toEqual(await catalogue(db));
  expect((await importFiles(copy, [file])).products).toMatchObject({ changed: 0, unchanged: 4 });
  expect(await categories(copy)).toEqual(await categories(db));
});

test('a file that is not a valid picture is refused', async () => {
  const folder = temporaryFolder();
  const name = 'a'.repeat(24);
  for (const extension of ['avif', 'webp', 'jpg']) writeFileSync(join(folder, `${name}-300.${extension}`), '<script>');
  const file = csvFile([
    ['Handle', 'Title', 'Variant Price', 'Image Src'],
    ['cap', 'Cap', '499', `/media/${name}-300.jpg#300x400~UklG`],
  ]);
  const dataDir = temporaryFolder();
  const imported = JSON.parse((await store(dataDir, 'import', file, '--pictures', folder, '--json')).out);
  expect(imported.pictures.refused).toMatchObject([{ reason: `is not a valid avif file: ${name}-300.avif` }]);
  expect(existsSync(join(dataDir, 'media', `${name}-300.jpg`))).toBe(false);
});

test('an export is printed by default, and never overwrites a file', async () => {
  const dataDir = temporaryFolder();
  await store(dataDir, 'import', csvFile(rows), '--no-pictures');
  const screen = await store(dataDir, 'export');
  expect(screen.out.split('\r\n')[0]).toMatch(/^\ufeffHandle,Title,Body \(HTML\),/);
  expect(screen.out).toContain('\r\nshirt,,');
  const file = csvFile(rows);
  expect(await store(dataDir, 'export', file)).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
  expect((await store(dataDir, 'export', '--pictures', 'x')).code).toBe(2);
});

const folders = [exportsFolder, ...(realFiles ? [join(realFiles, 'catalogues')] : [])];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.csv'))
    .map((name) => [name, join(folder, name)] as const),
);
test.each(files)('the catalogue of %s round-trips unchanged', async (_, exported) => {
  const { db } = await emptyShop();
  const summary = await importFiles(db, [exported], { skipBad: true });
  if (summary.outcome === 'unreadable') return;
  const file = join(temporaryFolder(), 'export.csv');
  await exportTo(db, file);
  const { db: copy } = await emptyShop();
  expect((await importFiles(copy, [file])).badRows).toEqual([]);
  expect(await catalogue(copy)).toEqual(await catalogue(db));
});
