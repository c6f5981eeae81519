import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { unpackShop } from '#api/services/import/tables/unpack-shop.ts';
import { csvFile, emptyShop, readProducts, store, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { packZip } from '#tests/support/tables/pack-zip.ts';
import { fileOfBytes, xlsxBytes } from '#tests/support/tables/workbooks.ts';

/** A picture of one colour, which tells it from the others. */
const picture = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 12, height: 16, channels: 3, background: { r: red, g: 90, b: 30 } } })
    .png()
    .toBuffer();

const rows = [
  ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Image Src'],
  ['jar', 'Jar', '', '', 'J1', '100', 'front.png'],
  ['cap', 'Cap', '', '', 'C1', '200', 'https://shop.example/uploads/red/side.png'],
];

const pictureCount = ({ pictures }: { pictures: string }): number => pictures.split(',').filter(Boolean).length;

describe('a packed file of products and pictures', () => {
  test('is imported with its pictures, wherever they lie in it, and leaves nothing behind', async () => {
    const { db, dataDir } = await emptyShop();
    const file = fileOfBytes(
      packZip({
        'shop/products.xlsx': xlsxBytes(rows),
        'shop/photos/front.png': await picture(1),
        'shop/photos/red/side.png': await picture(2),
        'shop/photos/blue/side.png': await picture(3),
        'shop/read me.pdf': 'x',
        '__MACOSX/shop/._products.csv': 'x',
        'shop/.DS_Store': 'x',
      }),
      'shop.zip',
    );
    const { code, out, err } = await store(dataDir, 'import', file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('2 in use (2 newly stored)');
    expect((await readProducts(db)).map(pictureCount)).toEqual([1, 1]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('transfer-'))).toEqual([]);
  });

  test('without pictures is imported like its table', async () => {
    const { db, dataDir } = await emptyShop();
    const csv = 'Handle,Title,Variant Price\njar,Jar,100\n';
    const { code } = await store(dataDir, 'import', fileOfBytes(packZip({ 'a/products.csv': csv }), 'shop.zip'), '--no-pictures');
    expect(code).toBe(0);
    expect(await readProducts(db)).toHaveLength(1);
  });

  test.each([
    ['no table', { 'a.png': 'x' }, /has pictures, but no CSV, xlsx or ods file/],
    ['two tables', { 'a.csv': 'x', 'b/b.xlsx': 'x' }, /has several tables \(a\.csv, b\.xlsx\)/],
    ['other files only', { 'a.docx': 'x' }, /is a packed file without a workbook/],
    ['a path that leads out', { 'a.csv': 'x', '../../a.png': 'x' }, /is damaged/],
    [
      'a name that is also a folder',
      { 'a.csv': 'x', 'b.png': 'x', 'b.png/c.png': 'x' },
      /has a file with a name that cannot be used/,
    ],
  ])('with %s is refused with one sentence', async (_, files, reason) => {
    const { dataDir } = await emptyShop();
    const { code, out, err } = await store(dataDir, 'import', fileOfBytes(packZip(files), 'shop.zip'));
    expect(code).toBe(1);
    expect(out + err).toMatch(reason);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('transfer-'))).toEqual([]);
  });

  test('is unpacked no further than a picture may be large', async () => {
    const folder = temporaryFolder();
    const large = Buffer.alloc(40 * 1024 ** 2, 'noise that does not pack so well: 1234567890 abcdefghijklmnopqrstuvwxyz');
    for (let i = 0; i < large.length; i += 64) large.writeUInt32LE((i * 2_654_435_761) % 2 ** 32, i);
    const file = fileOfBytes(packZip({ 'a.csv': 'x', 'a.png': large }), 'shop.zip');
    const shop = await unpackShop(file, folder);
    expect(readdirSync(shop?.pictures ?? '')).toEqual(['a.png']);
    const { statSync } = await import('node:fs');
    expect(statSync(join(shop?.pictures ?? '', 'a.png')).size).toBeLessThan(16 * 1024 ** 2);
  });
});

describe('pictures named by an SKU', () => {
  const table = [
    ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Image Src'],
    ['kurta', 'Kurta', 'Colour', 'Red', 'KU-1', '100', ''],
    ['kurta', '', '', 'Blue', 'KU-2', '100', ''],
    ['jar', 'Jar', '', '', 'J1', '100', 'other.png'],
    ['cap', 'Cap', '', '', 'C9', '100', ''],
  ];

  test('are taken in their order by products without a picture in the file, and by their variants', async () => {
    const { db, dataDir } = await emptyShop();
    const folder = temporaryFolder();
    const names = ['photos/ku-1.png', 'photos/KU-1_2.png', 'KU-1-10.png', 'KU-2.png', 'J1.png', 'other.png', 'unused.png'];
    for (const [index, name] of names.entries()) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), await picture(index));
    }
    const { out } = await store(dataDir, 'import', csvFile(table), '--pictures', folder);
    expect(out).toContain('4 pictures were found by the SKU in their name, for 1 product without a picture in the file.');
    const [kurta, jar, cap] = await readProducts(db);
    expect([kurta, jar, cap].map((product) => (product ? pictureCount(product) : -1))).toEqual([4, 1, 0]);
    const pictures = kurta?.pictures.split(',').map((reference) => reference.replace(/#.*/, '')) ?? [];
    expect(kurta?.variants.map(({ picture: own }) => pictures.indexOf(own ?? ''))).toEqual([0, 3]);
    const again = await store(dataDir, 'import', csvFile(table), '--pictures', folder);
    expect(again.out).toContain('0 added, 0 changed, 3 unchanged');
  });

  test('are kept by an import of the same file without their folder', async () => {
    const { db, dataDir } = await emptyShop();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'A-1.png'), await picture(1));
    writeFileSync(join(folder, 'A-2.png'), await picture(2));
    const rows = (price: string) =>
      csvFile([
        ['Handle', 'Title', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Image Src', 'Variant Image'],
        ['cup', 'Cup', 'S', 'A-1', price, '', ''],
        ['cup', '', 'M', 'A-2', price, '', ''],
      ]);
    await store(dataDir, 'import', rows('5'), '--pictures', folder);
    const [before] = await readProducts(db);
    const { code } = await store(dataDir, 'import', rows('6'));
    const [after] = await readProducts(db);
    expect({ code, price: after?.price, pictures: after?.pictures }).toEqual({ code: 0, price: 600, pictures: before?.pictures });
    expect(after?.variants.map((variant) => variant.picture)).toEqual(before?.variants.map((variant) => variant.picture));
  });

  test('are found in a packed file too', async () => {
    const { db, dataDir } = await emptyShop();
    const csv = table.map((row) => row.join(',')).join('\n');
    const zip = packZip({ 'products.csv': csv, 'Photos/C9.png': await picture(5), 'Photos/other.png': await picture(6) });
    const { out } = await store(dataDir, 'import', fileOfBytes(zip, 'shop.zip'));
    expect(out).toContain('1 picture was found by the SKU in their name, for 1 product');
    expect((await readProducts(db)).map(pictureCount)).toEqual([0, 1, 1]);
  });
});
