import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { holdPurge } from '#api/database/cdn-purge-queue.ts';
import type { StoreOptions } from '#api/embedded-store.ts';
import { keyOfProduct } from '#lib/rules/http/surrogate-keys.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let hook: Server;
let status: number;
/** The keys of each request, in order. */
let purges: string[][];

beforeEach(async () => {
  purges = [];
  status = 200;
  hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    purges.push((JSON.parse(body) as { keys: string[] }).keys);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await shop.close();
  hook.closeAllConnections();
  await new Promise((resolve) => hook.close(resolve));
});

const cdn = (): NonNullable<StoreOptions['cdn']> => ({
  ttlSeconds: 600,
  purge: { url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`, token: undefined },
});

const countRows = async () => (await shop.store.db.selectFrom('cdn_purge').select('id').execute()).length;

/** How often each key was sent. */
const timesSent = (): Record<string, number> => {
  const times: Record<string, number> = {};
  for (const key of purges.flat()) times[key] = (times[key] ?? 0) + 1;
  return times;
};

test('without a purge URL nothing is queued', async () => {
  shop = await openShop();
  await shop.change((tx) => bumpRevision(tx, [keyOfProduct(1)]));
  await shop.change((tx) => holdPurge(tx, [keyOfProduct(2)]));
  expect(await countRows()).toBe(0);
});

test('of two servers one tells the CDN of each change: once after the commit, and once more', async () => {
  shop = await openShop({ cdn: cdn() });
  const other = await openAgain(shop, { cdn: cdn(), demoMode: true });
  onTestFinished(other.close);
  for (let id = 1; id <= 5; id++) await (id % 2 ? shop : other).change((tx) => bumpRevision(tx, [keyOfProduct(id)]));
  const rolledBack = shop.change(async (tx) => {
    await bumpRevision(tx, [keyOfProduct(9)]);
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow();
  const everyKey = (times: number) => Object.fromEntries([1, 2, 3, 4, 5].map((id) => [keyOfProduct(id), times]));
  await expect.poll(timesSent, { interval: 20, timeout: 2000 }).toMatchObject(everyKey(1));
  await expect.poll(countRows, { timeout: 10_000 }).toBe(0);
  const { products: _, ...times } = timesSent();
  expect(times).toEqual(everyKey(2));
});

test('a held purge is sent when the revision announces its change', async () => {
  shop = await openShop({ cdn: cdn() });
  await shop.change((tx) => holdPurge(tx, [keyOfProduct(1)]));
  await shop.change((tx) => bumpRevision(tx, [keyOfProduct(2)]));
  await expect.poll(timesSent, { interval: 20 }).toMatchObject({ 'product:1': 1, 'product:2': 1 });
  await shop.change((tx) => holdPurge(tx, [keyOfProduct(3)]));
  await expect.poll(countRows, { timeout: 10_000 }).toBe(1);
  expect(timesSent()).not.toHaveProperty('product:3');
});

test('a purge that failed is sent by the next server after a restart', async () => {
  shop = await openShop({ cdn: cdn() });
  status = 503;
  await shop.change((tx) => bumpRevision(tx, [keyOfProduct(1)]));
  await expect.poll(() => shop.store.metrics.read()).toContain('shop_cdn_purges_total{result="failed"}');
  await shop.store.stopWorkers();
  status = 200;
  purges.length = 0;
  const restarted = await openAgain(shop, { cdn: cdn(), demoMode: true });
  onTestFinished(restarted.close);
  await expect.poll(() => purges, { timeout: 10_000 }).toContainEqual(['product:1', 'products']);
});

test('a change of very many products purges everything', async () => {
  shop = await openShop({ cdn: cdn() });
  const keys = Array.from({ length: 2000 }, (_, index) => keyOfProduct(index));
  await shop.change((tx) => bumpRevision(tx, keys));
  await expect.poll(() => purges[0], { interval: 20 }).toEqual(['store']);
});
