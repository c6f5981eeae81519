import { describe, expect, test } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { defaultSettings, readStoreInfo, saveSettings } from '#api/services/store/settings.ts';
import { chooseRatio, toRatio } from '#lib/rules/pictures/ratio.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { csvFile, emptyShop, importFiles } from '#tests/support/cli/run-command.ts';

const columns = ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty', 'Image Src'];

/** Creates a shop with one product of each of these categories; `copies` of the first. */
async function shopOf(categories: readonly string[], copies = 1) {
  const { db } = await emptyShop();
  const types = [...Array.from({ length: copies - 1 }, () => categories[0] as string), ...categories];
  const rows = types.map((type, i) => [`item-${i}`, `Item ${i}`, type, '499', '4', '']);
  if (rows.length > 0) await importFiles(db, [csvFile([columns, ...rows])]);
  return db;
}
const termsOf = async (...shop: Parameters<typeof shopOf>) => (await readStoreInfo(await shopOf(...shop))).search_terms;

describe('the suggested terms', () => {
  test('are the nine common ones where all find something, and in a shop without products', async () => {
    expect(await termsOf(popularTerms)).toEqual(popularTerms);
    expect(await termsOf([])).toEqual(popularTerms);
  });

  test('give way to categories of the shop, the largest first, in place of those that find nothing', async () => {
    const shop = ['Protein', 'Vitamins', 'Wallet'];
    expect(await termsOf(shop, 3)).toEqual(['Protein', 'Vitamins', 'Wallet']);
    expect(await termsOf(['Denims', 'Yoga Mats', 'x'.repeat(41)])).toEqual(['Yoga Mats', 'Denims']);
  });

  test('are the owner’s where there are such', async () => {
    const db = await shopOf(['Protein']);
    await write(db, (tx) => saveSettings(tx, { ...defaultSettings, search_terms: ['Whey', 'Nothing here'] }));
    expect((await readStoreInfo(db)).search_terms).toEqual(['Whey', 'Nothing here']);
  });

  test('follow the products', async () => {
    const db = await shopOf(['Protein']);
    expect((await readStoreInfo(db)).search_terms).toEqual(['Protein']);
    await importFiles(db, [csvFile([columns, ['cap', 'Cap', 'Caps', '499', '4', '']])]);
    expect((await readStoreInfo(db)).search_terms).toEqual(['Protein', 'Caps']);
  });
});

describe('the ratio of pictures', () => {
  test.each([
    [[], '3:4'],
    [[0.5, 0.6], '3:4'],
    [[0.75, 0.75, 1.5], '3:4'],
    [[0.8, 0.81, 0.79], '4:5'],
    [[1, 1, 0.75], '1:1'],
    [[1.5, 1.33, 1.78], '1:1'],
  ])('is chosen from those of the products: %j → %s', (ratios, expected) => expect(chooseRatio(ratios)).toBe(expected));

  test('that is none is that of the styles', () => {
    for (const text of [undefined, '', '16:9', '1:0', '</style>', '1']) expect(toRatio(text)).toBe(0.75);
    expect(toRatio('4:5')).toBe(0.8);
  });

  test('is that of the stored sizes, follows them, and is the owner’s where set', async () => {
    const db = await shopOf(['Mugs'], 3);
    expect((await readStoreInfo(db)).picture_ratio).toBe('3:4');
    const square = ['a', 'b', 'c'].map((name, i) => [`mug-${i}`, 'Mug', 'Mugs', '99', '1', `https://cdn.example/${name}.jpg`]);
    await importFiles(db, [csvFile([columns, ...square])]);
    await db.updateTable('product').set({ pictures: '/media/a-1200.jpg#1200x1200' }).where('slug', 'like', 'mug%').execute();
    await write(db, (tx) => saveSettings(tx, defaultSettings));
    expect((await readStoreInfo(db)).picture_ratio).toBe('1:1');
    await write(db, (tx) => saveSettings(tx, { ...defaultSettings, picture_ratio: '4:5' }));
    expect((await readStoreInfo(db)).picture_ratio).toBe('4:5');
  });
});
