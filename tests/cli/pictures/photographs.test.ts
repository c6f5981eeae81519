import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createFolderSource } from '#api/services/pictures/picture-source.ts';
import { storeRaster } from '#api/services/pictures/store-raster.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { parsePicture } from '#lib/rules/pictures/reference.ts';
import { csvFile, emptyShop, importFiles, readProducts, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

/** A photograph with enough detail to have a realistic size. */
const photograph = (width: number, height: number, orientation = 1) =>
  sharp({ create: { width, height, channels: 3, background: '#3a6b5c', noise: { type: 'gaussian', mean: 128, sigma: 8 } } })
    .withMetadata({ orientation })
    .withExif({ IFD0: { Copyright: 'A secret of the camera' } })
    .jpeg({ quality: 60 })
    .toBuffer();

const header = ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src', 'Image Position', 'Image Alt Text'];

test('a photograph from a folder becomes AVIF, WebP and JPEG in three widths, with a reference that describes it', async () => {
  const { db, dataDir } = await emptyShop();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'front.jpg'), await photograph(1500, 2000));
  writeFileSync(
    join(folder, 'back.png'),
    await sharp(await photograph(300, 400))
      .png()
      .toBuffer(),
  );
  const rows = [
    header,
    ['bag', 'Bag', 'Handbags', '999', 'https://cdn.example/a/back.png?v=2', '2', 'Back'],
    ['bag', '', '', '', 'front.jpg', '1', 'Front'],
  ];
  const summary = await importFiles(db, [csvFile(rows)], { pictures: createFolderSource(createPictureFolder(dataDir), folder) });
  expect(summary.pictures).toMatchObject({ taken: 2, stored: 2, refused: [] });

  const [product] = await readProducts(db);
  expect(JSON.parse(product?.picture_alts ?? '')).toEqual(['Front', 'Back']);
  const [front, back] = (product?.pictures ?? '').split(',').map(parsePicture);
  expect(front).toMatchObject({ width: 1200, height: 1600 });
  expect(back).toMatchObject({ width: 300, height: 400 });
  expect(front?.colours).toEqual([expect.stringMatching(/^#[\da-f]{3}$/), expect.stringMatching(/^#[\da-f]{3}$/)]);

  const files = readdirSync(join(dataDir, 'media'));
  const named = [front, back].flatMap(
    (picture) =>
      picture?.sources.flatMap(({ srcset }) => srcset.split(', ').map((entry) => entry.split(' ')[0]?.slice('/media/'.length))) ??
      [],
  );
  expect(files.toSorted()).toEqual(named.toSorted());
  expect(files).toHaveLength(12);

  const category = await db.selectFrom('sub_category').select('image').executeTakeFirst();
  expect(category?.image).toBe(product?.pictures.split(',')[0]);
});

test('the placeholder of a photograph has the colours of its edge in its upper and its lower half', async () => {
  const half = { width: 600, height: 400, channels: 3 } as const;
  const lower = await sharp({ create: { ...half, background: '#c04020' } })
    .png()
    .toBuffer();
  const subject = await sharp({ create: { width: 480, height: 640, channels: 3, background: '#20c020' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { ...half, height: 800, background: '#2060a0' } })
    .composite([
      { input: lower, left: 0, top: 400 },
      { input: subject, left: 60, top: 80 },
    ])
    .png()
    .toBuffer();
  const { reference } = await storeRaster(createFolderStorage(temporaryFolder()), bytes);
  const colours = parsePicture(reference).colours?.map((colour) =>
    [...colour.slice(1)].map((digit) => Number.parseInt(digit, 16) * 17),
  );
  const expected = [
    [0x20, 0x60, 0xa0],
    [0xc0, 0x40, 0x20],
  ];
  expect(colours).toHaveLength(2);
  for (const [i, value] of (colours ?? []).flat().entries()) expect(Math.abs(value - (expected.flat()[i] ?? 0))).toBeLessThan(24);
});

test('stored photographs are upright and have no camera metadata', async () => {
  const folder = temporaryFolder();
  const { reference } = await storeRaster(createFolderStorage(folder), await photograph(800, 600, 6));
  expect(parsePicture(reference)).toMatchObject({ width: 600, height: 800 });
  for (const file of readdirSync(folder)) {
    const { exif, orientation, width = 0, height = 0 } = await sharp(join(folder, file)).metadata();
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
    expect(height).toBeGreaterThan(width);
  }
});

test('the same bytes are encoded once, with the same reference', async () => {
  const folder = temporaryFolder();
  const bytes = await photograph(500, 500);
  const first = await storeRaster(createFolderStorage(folder), bytes);
  expect(await storeRaster(createFolderStorage(folder), bytes)).toEqual({ reference: first.reference, isNew: false });
  expect(first.isNew).toBe(true);
});

test('an unusable picture is reported and left out, and the product is imported', async () => {
  const { db, dataDir } = await emptyShop();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'letter.jpg'), 'Dear Sir or Madam');
  writeFileSync(join(folder, 'broken.jpg'), (await photograph(900, 900)).subarray(0, 3000));
  const pictures = ['letter.jpg', 'broken.jpg', '../shop.db', '/etc/hostname', 'absent.jpg'];
  const rows = [
    header,
    ...pictures.map((name, index) =>
      index === 0 ? ['cap', 'Cap', 'Caps', '499', name, '', ''] : ['cap', '', '', '', name, '', ''],
    ),
  ];
  const { pictures: taken, products } = await importFiles(db, [csvFile(rows)], {
    pictures: createFolderSource(createPictureFolder(dataDir), folder),
  });
  expect(products.added).toBe(1);
  expect(Object.fromEntries(taken.refused.map(({ picture, reason }) => [picture, reason]))).toEqual({
    'letter.jpg': 'is not a JPEG, PNG, WebP, AVIF or GIF picture',
    'broken.jpg': expect.stringContaining('cannot be decoded'),
    '../shop.db': expect.stringMatching(/is not in|is outside/),
    '/etc/hostname': expect.stringMatching(/is not in|is outside/),
    'absent.jpg': expect.stringContaining('is not in'),
  });
  expect((await readProducts(db))[0]?.pictures).toBe('');
});

test('a product keeps its pictures when no new one can be fetched', async () => {
  const { db, dataDir } = await emptyShop();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cap.jpg'), await photograph(500, 600));
  const rows = (price: string, picture: string) => [header, ['cap', 'Cap', 'Caps', price, picture, '', 'Cap']];
  await importFiles(db, [csvFile(rows('499', 'cap.jpg'))], {
    pictures: createFolderSource(createPictureFolder(dataDir), folder),
  });
  const [before] = await readProducts(db);
  await importFiles(db, [csvFile(rows('399', 'gone.jpg'))], {
    pictures: createFolderSource(createPictureFolder(dataDir), folder),
  });
  expect((await readProducts(db))[0]).toMatchObject({ price: 39900, pictures: before?.pictures, picture_alts: '["Cap"]' });
});

test('an owner’s category picture is used, and stays when products change', async () => {
  const { db, dataDir } = await emptyShop();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'watch.jpg'), await photograph(500, 600));
  writeFileSync(
    join(folder, 'category-mens-watch.png'),
    await sharp(await photograph(400, 400))
      .png()
      .toBuffer(),
  );
  const rows = (price: string) => [header, ['watch', 'Watch', 'Men’s - Watch', price, 'watch.jpg', '', '']];
  await importFiles(db, [csvFile(rows('4999'))], { pictures: createFolderSource(createPictureFolder(dataDir), folder) });
  const image = async () => (await db.selectFrom('sub_category').select('image').executeTakeFirstOrThrow()).image;
  const own = await image();
  expect(parsePicture(own)).toMatchObject({ width: 400, height: 400 });
  const without = temporaryFolder();
  writeFileSync(join(without, 'watch.jpg'), await photograph(450, 600));
  await importFiles(db, [csvFile(rows('4499'))], { pictures: createFolderSource(createPictureFolder(dataDir), without) });
  expect(await image()).toBe(own);
});

test('the command reads pictures from the folder given by --pictures', async () => {
  const dataDir = temporaryFolder();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cap.jpg'), await photograph(420, 560));
  const { code, out } = await store(
    dataDir,
    'import',
    csvFile([header, ['cap', 'Cap', 'Caps', '499', 'cap.jpg', '', '']]),
    '--pictures',
    folder,
    '--json',
  );
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ outcome: 'imported', pictures: { taken: 1, stored: 1 } });
  expect(readdirSync(join(dataDir, 'media'))).toHaveLength(2);
});
