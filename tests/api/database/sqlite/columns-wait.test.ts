import { expect, onTestFinished, test } from 'vitest';
import { hasLoadedColumns } from '#api/services/columns/current-columns.ts';
import { getProductsCall, productFacetsCall, searchProductsCall } from '#lib/contract/catalogue.ts';
import { startProductIdsAt } from '#tests/support/store/products.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

/** Opens a shop whose next product gets this id, as after an import of so many. */
async function openShopWithNextId(id: number): Promise<TestShop> {
  const shop = await openShop();
  onTestFinished(shop.close);
  await startProductIdsAt(shop.store.db, id);
  await shop.add({ name: 'Linen Shirt', category: 'Shirts', stock: 2 });
  return shop;
}

/** Opens the shop in a process that has just started. */
async function restart(shop: TestShop): Promise<TestShop> {
  const started = await openAgain(shop, {});
  onTestFinished(started.close);
  return started;
}

const reads = {
  'a listing': (shop: TestShop) => shop.call(getProductsCall, { params: { page: 1 }, body: {} }),
  'a search': (shop: TestShop) => shop.call(searchProductsCall, { params: { page: 1 }, body: { search: 'linen' } }),
  'the counts of filters': (shop: TestShop) => shop.call(productFacetsCall, { body: {} }),
};

test.for(Object.entries(reads))('%s of a large catalogue waits for the columns after a start', async ([, read]) => {
  const started = await restart(await openShopWithNextId(50_000));
  started.store.preload();
  expect(await read(started)).toMatchObject({ success: true });
  expect(hasLoadedColumns(started.store.db)).toBe(true);
});

test('a listing of a small catalogue is answered before the columns are loaded', async () => {
  const started = await restart(await openShopWithNextId(49_999));
  started.store.preload();
  expect(await reads['a listing'](started)).toMatchObject({ success: true });
  expect(hasLoadedColumns(started.store.db)).toBe(false);
});

test('a listing of a large catalogue whose columns cannot be loaded is answered by the database', async () => {
  const shop = await openShopWithNextId(50_000);
  await shop.change((tx) =>
    tx
      .updateTable('product')
      .set({ mrp: 2 ** 33, price: 2 ** 33 })
      .execute(),
  );
  const started = await restart(shop);
  for (let i = 0; i < 2; i++) expect(await reads['a listing'](started)).toMatchObject({ success: true });
  expect(hasLoadedColumns(started.store.db)).toBe(false);
});
