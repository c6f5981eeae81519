import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApiKey } from '#api/services/keys/api-keys.ts';
import { MAX_STOCK, MAX_STOCK_ITEMS } from '#lib/contract/limits.ts';
import { programStockCall } from '#lib/contract/programs/stock.ts';
import { stockOf } from '#tests/support/store/customer.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let tee: { id: number; variants: Record<string, number> };

beforeAll(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  token = (await shop.change((tx) => addApiKey(tx, { name: 'ERP', scopes: ['stock:write'] }))).key;
  tee = await shop.add({ name: 'Tee', category: 'Clothes', stock: { S: 5, M: 5, L: 5 } });
  for (const size of ['S', 'M', 'L'])
    await shop.change((tx) =>
      tx
        .updateTable('variant')
        .set({ sku: size === 'L' ? 'TEE-M' : `TEE-${size}` })
        .where('id', '=', tee.variants[size] ?? 0)
        .execute(),
    );
});
afterAll(() => shop.close());

const set = (items: object[]) => shop.call(programStockCall, { token, body: { items } as never });
const stocks = async () => Promise.all(['S', 'M', 'L'].map(async (size) => (await stockOf(shop, tee.variants[size])).variant));

test('stock is set by SKU and by variant id, and repeating it changes nothing', async () => {
  const items = [
    { sku: 'TEE-S', stock: 0 },
    { variant_id: tee.variants['M'], stock: 40 },
  ];
  const revision = shop.store.revision();
  expect(await set(items)).toMatchObject({ data: { changed: 2, unchanged: 0, not_set: [] } });
  expect(await stocks()).toEqual([0, 40, 5]);
  expect(await stockOf(shop, tee.variants['S'])).toEqual({ variant: 0, product: 45 });
  await expect.poll(shop.store.revision).toBeGreaterThan(revision);
  const raised = await shop.store.db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow();
  expect(await set(items)).toMatchObject({ data: { changed: 0, unchanged: 2 } });
  expect(await shop.store.db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow()).toEqual(raised);
});

test('items without one variant are named, and the others are set', async () => {
  const reply = await set([
    { sku: 'TEE-M', stock: 1 },
    { sku: 'nothing', stock: 1 },
    { variant_id: 999_999, stock: 1 },
    { sku: 'TEE-S', stock: 8 },
  ]);
  expect(reply).toMatchObject({
    data: {
      changed: 1,
      not_set: [
        { sku: 'TEE-M', reason: 'several' },
        { sku: 'nothing', reason: 'unknown' },
        { variant_id: 999_999, reason: 'unknown' },
      ],
    },
  });
  expect(await stocks()).toEqual([8, 40, 5]);
});

test('a variant that is named twice, too much and nonsense are refused, and nothing is set', async () => {
  const before = await stocks();
  const [sku, variant_id] = ['TEE-S', tee.variants['S']];
  const bad = [
    [
      { sku, stock: 1 },
      { variant_id, stock: 2 },
    ],
    [{ sku, variant_id, stock: 1 }],
    [{ stock: 1 }],
    [{ sku, stock: -1 }],
    [{ sku, stock: 1.5 }],
    [{ sku, stock: '7' }],
    [{ sku, stock: MAX_STOCK + 1 }],
    [{ sku: '', stock: 1 }],
    [{ sku: 'x'.repeat(1000), stock: 1 }],
    [],
    Array.from({ length: MAX_STOCK_ITEMS + 1 }, () => ({ sku, stock: 1 })),
  ];
  for (const items of bad) expect(await set(items), JSON.stringify(items).slice(0, 80)).toMatchObject({ httpStatus: 422 });
  expect(await stocks()).toEqual(before);
});

test('two programs that set many variants in opposite orders both succeed', async () => {
  const lamps = await Promise.all(
    Array.from({ length: 20 }, (_, i) => shop.add({ name: `Lamp ${i}`, category: 'Home', stock: 1 })),
  );
  const items = lamps.map(({ variants }) => ({ variant_id: Object.values(variants)[0] }));
  const [up, down] = await Promise.all([
    set(items.map((item) => ({ ...item, stock: 10 }))),
    set(items.toReversed().map((item) => ({ ...item, stock: 20 }))),
  ]);
  expect([up, down]).toMatchObject([{ success: true }, { success: true }]);
  const left = await Promise.all(items.map(async ({ variant_id }) => (await stockOf(shop, variant_id)).product));
  expect(new Set(left).size).toBe(1);
});
