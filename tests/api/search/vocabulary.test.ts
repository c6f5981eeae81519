import { expect, onTestFinished, test, vi } from 'vitest';
import { correctWord } from '#api/services/products/spelling.ts';
import { startProductIdsAt } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

async function openShopWithNextId(id: number): Promise<TestShop> {
  const shop = await openShop();
  onTestFinished(shop.close);
  await startProductIdsAt(shop.store.db, id);
  await shop.add({ name: 'Kolhapuri Sandal', category: 'Shoes' });
  return shop;
}

const correct = ({ store }: TestShop, word: string) => correctWord(store.db, word);

test('a small shop corrects by words that have just been added', async () => {
  const shop = await openShopWithNextId(1);
  expect(await correct(shop, 'kolhapari')).toEqual(['kolhapuri']);
  await shop.add({ name: 'Banarasi Saree', category: 'Sarees' });
  expect(await correct(shop, 'banarsai')).toEqual(['banarasi']);
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
