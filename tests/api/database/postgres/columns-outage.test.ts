import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { getCurrentColumns, refreshColumns } from '#api/services/columns/current-columns.ts';
import { query } from '#tests/support/postgres/query.ts';
import { openShop, postgresUrl } from '#tests/support/store/test-store.ts';

/** Opens a shop whose database can go away for it: its connections end, and new ones are refused. */
async function openShopWithOutages() {
  const shop = await openShop();
  onTestFinished(shop.close);
  for (let i = 0; i < 20; i++) await shop.add({ name: `Lamp ${i}`, price: 10_000 + i, category: 'Home', stock: i });
  const name = new URL(shop.databaseUrl ?? '').pathname.slice(1);
  const administer = (statement: string) => query(`${postgresUrl}/postgres`, statement);
  const end = async () => {
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  };
  const begin = () => administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  const { store } = shop;
  /** Asks for the columns as requests do, some of which fail. */
  const isLoaded = () => getCurrentColumns(store.db).then(Boolean, () => false);
  return { store, end, begin, isLoaded };
}

test('columns are loaded after an outage that began before the server preloads them', async () => {
  const { store, end, begin, isLoaded } = await openShopWithOutages();
  await end();
  store.preload();
  await sleep(200);
  expect(await isLoaded()).toBe(false);
  await begin();
  await expect.poll(isLoaded).toBe(true);
});

test('columns are loaded after an outage in which their first load was due', async () => {
  const { store, end, begin, isLoaded } = await openShopWithOutages();
  expect(await isLoaded()).toBe(false);
  await end();
  await sleep(1500);
  await expect(getCurrentColumns(store.db)).rejects.toThrow();
  await begin();
  await expect.poll(isLoaded).toBe(true);
});

test('columns are loaded after an outage that began while they were read', async () => {
  const { store, end, begin, isLoaded } = await openShopWithOutages();
  const loading = refreshColumns(store.db).catch(() => undefined);
  await end();
  await loading;
  await begin();
  await expect.poll(isLoaded).toBe(true);
});
