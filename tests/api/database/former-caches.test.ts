import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getProductsCall } from '#lib/contract/catalogue.ts';
import { openAgain, openShop } from '#tests/support/store/test-store.ts';

const former = ['columns.cache', 'search-matches.cache', 'search-terms.cache'];

test('files that earlier versions kept of a large catalogue are removed from the data folder, and others stay', async () => {
  const shop = await openShop();
  onTestFinished(shop.close);
  for (const name of [...former, 'own.cache']) writeFileSync(join(shop.dataDir, name), 'old');
  const started = await openAgain(shop, {});
  onTestFinished(started.close);
  expect([...former, 'own.cache'].map((name) => existsSync(join(shop.dataDir, name)))).toEqual([false, false, false, true]);
});

test('a file that cannot be removed keeps no shop from opening', async () => {
  const shop = await openShop();
  onTestFinished(shop.close);
  mkdirSync(join(shop.dataDir, 'columns.cache'));
  const started = await openAgain(shop, {});
  onTestFinished(started.close);
  expect((await started.succeed(getProductsCall, { params: { page: 1 }, body: {} })).total).toBe(0);
});
