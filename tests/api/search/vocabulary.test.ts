import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { searchTermsFile } from '#api/database/files/data-folder.ts';
import { prepareLargeCatalogue } from '#api/services/search/large-catalogue-files.ts';
import { correctWord } from '#api/services/search/spelling.ts';
import { startProductIdsAt } from '#tests/support/store/products.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

async function openShopWithNextId(id: number): Promise<TestShop> {
  const shop = await openShop();
  onTestFinished(shop.close);
  await startProductIdsAt(shop.store.db, id);
  await shop.add({ name: 'Kolhapuri Sandal', category: 'Shoes' });
  return shop;
}

async function restart(shop: TestShop): Promise<TestShop> {
  const started = await openAgain(shop, {});
  onTestFinished(started.close);
  return started;
}

const correct = ({ store }: TestShop, word: string) => correctWord(store.db, word);

test('a small shop corrects by words that have just been added', async () => {
  const shop = await openShopWithNextId(1);
  expect(await correct(shop, 'kolhapari')).toEqual(['kolhapuri']);
  await shop.add({ name: 'Banarasi Saree', category: 'Sarees' });
  expect(await correct(shop, 'banarsai')).toEqual(['banarasi']);
  expect(existsSync(searchTermsFile(shop.dataDir))).toBe(false);
});

test('a large shop corrects by the words that it has read last, and reads new ones in the background', async () => {
  const shop = await openShopWithNextId(50_000);
  expect(await correct(shop, 'kolhapari')).toEqual(['kolhapuri']);
  await shop.add({ name: 'Banarasi Saree', category: 'Sarees' });
  expect(await correct(shop, 'banarsai')).toEqual([]);
  const later = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect.poll(() => correct(shop, 'banarsai')).toEqual(['banarasi']);
});

test('a large shop takes the words from the file that a command has written, unless it is damaged', async () => {
  const shop = await openShopWithNextId(50_000);
  await prepareLargeCatalogue(shop.store.db, shop.dataDir);
  const file = searchTermsFile(shop.dataDir);
  const saved = readFileSync(file, 'utf8');
  expect(JSON.parse(saved).terms).toContainEqual(['kolhapuri', 1]);
  writeFileSync(file, saved.replaceAll('kolhapuri', 'kolhapure'));
  expect(await correct(await restart(shop), 'kolhapari')).toEqual(['kolhapure']);
  for (const damaged of [saved.slice(0, -3), '', '{"terms":[[1,2]]}']) {
    writeFileSync(file, damaged);
    expect(await correct(await restart(shop), 'kolhapari')).toEqual(['kolhapuri']);
  }
});
