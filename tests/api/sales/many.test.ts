import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyAllDueSales } from '#api/workers/sale-clock.ts';
import { isoAgo, isoFromNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { prepareServer } from '#tests/support/store/crash-recovery.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
  await shop.store.stopWorkers();
});
afterEach(() => shop.close());

const PRODUCTS = 2500;
const VARIANTS_OF_EACH = 4;

/** Adds products with four variants at 900 to 903 rupees; every variant has a sale of half its price since a minute ago. */
async function addProductsOnSale(products: number): Promise<void> {
  const { id } = await shop.add({ name: 'Pattern', category: 'Shirts' });
  await shop.change(async (tx) => {
    const pattern = await tx.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { id: _, ...row } = pattern;
    for (let from = 0; from < products; from += 100) {
      const rows = Array.from({ length: 100 }, (__, i) => ({ ...row, slug: `shirt-${from + i}`, price: 90_000, mrp: 90_000 }));
      const added = await tx.insertInto('product').values(rows).returning('id').execute();
      const variants = added.flatMap((product) =>
        Array.from({ length: VARIANTS_OF_EACH }, (__, position) => ({
          product_id: product.id,
          product_variation: `Size ${position}`,
          price: 90_000 + position * 100,
          mrp: 90_000 + position * 100,
          stock: 1,
          position,
          active: 1,
          sale_price: 45_000 + position * 50,
          sale_starts_at: isoAgo(MINUTE_MS),
          sale_ends_at: isoFromNow(60 * MINUTE_MS),
          sale_due_at: isoAgo(MINUTE_MS),
        })),
      );
      await tx.insertInto('variant').values(variants).execute();
    }
  });
}

/** How many variants of how many products have their sale price, and how many products differ from their cheapest variant. */
async function readState() {
  const { db } = shop.store;
  const count = sql<number>`count(*)`;
  const [variants] = await db.selectFrom('variant').select(count.as('n')).where('regular_price', 'is not', null).execute();
  const [wrong] = await db
    .selectFrom('product')
    .select(count.as('n'))
    .where('slug', 'like', 'shirt-%')
    .where(sql<boolean>`price <> (SELECT min(variant.price) FROM variant WHERE variant.product_id = product.id)`)
    .execute();
  const [halves] = await db
    .selectFrom('variant')
    .select(count.as('n'))
    .where('regular_price', 'is not', null)
    .where(sql<boolean>`price * 2 <> regular_price`)
    .execute();
  return { running: Number(variants?.n), wrongProducts: Number(wrong?.n), wrongVariants: Number(halves?.n) };
}

const all = { running: PRODUCTS * VARIANTS_OF_EACH, wrongProducts: 0, wrongVariants: 0 };

test('10,000 variants begin in short transactions', async () => {
  await addProductsOnSale(PRODUCTS);
  const startedAt = performance.now();
  await applyAllDueSales(shop.store.db);
  console.info(`10,000 variants began in ${Math.round(performance.now() - startedAt)} ms`);
  expect(await readState()).toEqual(all);
}, 120_000);

test('two processes that begin the same sales begin each once', async () => {
  const again = await openAgain(shop, { demoMode: true });
  try {
    await again.store.stopWorkers();
    await addProductsOnSale(400);
    await Promise.all([shop, again, shop, again].map(({ store }) => applyAllDueSales(store.db)));
    expect(await readState()).toEqual({ ...all, running: 1600 });
  } finally {
    await again.close();
  }
}, 60_000);

test('a process that is killed while it begins sales leaves no product between two prices, and the next one goes on', async () => {
  await addProductsOnSale(PRODUCTS);
  const { dataDir, databaseUrl } = shop;
  let states: number[] = [];
  for (const ms of [150, 400]) {
    const server = await prepareServer();
    server.send({ dataDir, databaseUrl });
    const isOver = once(server, 'exit');
    const before = (await readState()).running;
    while ((await readState()).running === before && before < all.running) await delay(5);
    await delay(ms / 10);
    server.kill('SIGKILL');
    await isOver;
    const state = await readState();
    expect(state).toMatchObject({ wrongProducts: 0, wrongVariants: 0 });
    states = [...states, state.running];
  }
  expect(states[0]).toBeGreaterThan(0);
  expect(states[0]).toBeLessThan(all.running);
  await applyAllDueSales(shop.store.db);
  expect(await readState()).toEqual(all);
}, 120_000);
