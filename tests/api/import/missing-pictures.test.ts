import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { listMissingPictures, retryMissingPictures } from '#api/services/import/retry-pictures.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { createFolderSource } from '#api/services/pictures/picture-source.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { csvFile, readProducts, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { openShop } from '#tests/support/store/test-store.ts';

const header = [
  'Handle',
  'Title',
  'Type',
  'Option1 Value',
  'Variant Price',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Variant Image',
];

const rows = [
  header,
  ['bag', 'Bag', 'Bags', 'Red', '999', 'a.png', '1', 'A', 'd.png'],
  ['bag', '', '', 'Blue', '999', 'b.png', '2', 'B', ''],
  ['bag', '', '', '', '', 'c.png', '3', 'C', ''],
  ['bag', '', '', '', '', 'd.png', '4', 'D', ''],
  ['cup', 'Cup', 'Cups', 'Red', '499', 'a.png', '1', 'A cup', ''],
];

/** Imports the rows with pictures of some names only; `add` makes further ones available. */
async function importLacking(available: readonly string[]) {
  const shop = await openShop({ runsBackgroundWork: false });
  onTestFinished(shop.close);
  const { db } = shop.store;
  const folder = temporaryFolder();
  const add = async (name: string) => {
    const background = { r: name.charCodeAt(0), g: 90, b: 90 };
    const picture = sharp({ create: { width: 40 + name.charCodeAt(0), height: 120, channels: 3, background } });
    writeFileSync(join(folder, `${name}.png`), await picture.png().toBuffer());
  };
  for (const name of available) await add(name);
  const pictures = createFolderSource(createPictureFolder(shop.dataDir), folder);
  const file = csvFile(rows);
  const importAgain = () => importCatalogue(db, [file], { pictures });
  const summary = await importAgain();
  /** The pictures of the bag by the names of their files, in order, told apart by width. */
  const bag = async () => {
    const [product] = await readProducts(db);
    const names = splitPictures(product?.pictures ?? '').map((reference) =>
      String.fromCharCode(Number(/#(\d+)x/.exec(reference)?.[1]) - 40),
    );
    return { names: names.join(''), alts: (JSON.parse(product?.picture_alts ?? '') as string[]).join('') };
  };
  return { shop, db, pictures, add, importAgain, summary, bag };
}

test('pictures that were left out are recorded with their reason, until a later import stores them', async () => {
  const { db, add, importAgain, summary } = await importLacking(['b']);
  expect(summary.pictures.refused.map(({ picture }) => picture).sort()).toEqual(['a.png', 'c.png', 'd.png']);
  const missing = await listMissingPictures(db);
  expect(missing.map(({ picture, products }) => [picture, products])).toEqual([
    ['a.png', ['Bag', 'Cup']],
    ['c.png', ['Bag']],
    ['d.png', ['Bag']],
  ]);
  expect(missing[0]?.reason).toContain('is not in');
  for (const name of ['a', 'c', 'd']) await add(name);
  await importAgain();
  expect(await listMissingPictures(db)).toEqual([]);
});

test.for([
  ['b', 'a c d'],
  ['', 'd c b a'],
  ['acd', 'b'],
  ['c', 'a d b'],
  ['ad', 'c b'],
])(
  'of the pictures abcd, those besides "%s" take their places when they are tried again in the order %s',
  async ([available = '', later = '']) => {
    const { db, pictures, add, importAgain, bag } = await importLacking([...available]);
    for (const name of later.split(' ')) {
      await add(name);
      await retryMissingPictures(db, pictures);
    }
    expect(await bag()).toEqual({ names: 'abcd', alts: 'ABCD' });
    expect(await listMissingPictures(db)).toEqual([]);
    const [product, cup] = await readProducts(db);
    const [, , , d] = splitPictures(product?.pictures ?? '');
    expect(product?.variants.map(({ picture }) => picture)).toEqual([d?.split('#')[0], null]);
    const images = await db.selectFrom('sub_category').select('image').execute();
    expect(images.every(({ image }) => image !== '')).toBe(true);
    expect(cup?.pictures).not.toBe('');
    expect((await importAgain()).products).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  },
);

test('pictures that cannot be stored again stay missing with the newest reason', async () => {
  const { db, pictures, shop } = await importLacking(['a', 'b', 'c']);
  expect(await retryMissingPictures(db, pictures)).toBe(0);
  expect(await listMissingPictures(db)).toMatchObject([{ picture: 'd.png', reason: expect.stringContaining('is not in') }]);
  await shop.change((tx) => tx.updateTable('missing_picture').set({ reason: 'answered 404' }).execute());
  await retryMissingPictures(db, pictures);
  expect((await listMissingPictures(db))[0]?.reason).toContain('is not in');
});

test('an import that is taken back leaves no missing pictures', async () => {
  const { db } = await importLacking(['b']);
  await undoLastImport(db);
  expect(await listMissingPictures(db)).toEqual([]);
});

test('a product’s page changes when a missing picture arrives', async () => {
  const { db, pictures, add, shop } = await importLacking(['a', 'b', 'c']);
  await add('d');
  const before = shop.store.revision();
  await retryMissingPictures(db, pictures);
  expect(shop.store.revision()).toBeGreaterThan(before);
});
