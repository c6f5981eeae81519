import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { optimiseCatalogue } from '#api/database/postgres/optimise-catalogue.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { indexProduct } from '#api/database/search/product-index.ts';
import { deductStock, restoreStock } from '#api/services/catalogue/stock.ts';
import { getCurrentColumns, hasLoadedColumns, neverLoadColumns, refreshColumns } from '#api/services/columns/current-columns.ts';
import { loadColumns } from '#api/services/columns/load-columns.ts';
import { withdrawProduct } from '#api/services/import/apply/withdraw-product.ts';
import { readSearchMatches } from '#api/services/search/column-matches.ts';
import { getProductsCall, productFacetsCall, searchProductsCall } from '#lib/contract/catalogue.ts';
import { describeColumns } from '#tests/support/store/columns.ts';
import { type AddedProduct, addProduct } from '#tests/support/store/products.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

/** With columns. */
let shop: TestShop;
/** The same store in another process, which queries the database. */
let other: TestShop;
const products: AddedProduct[] = [];

const categories = ['Shirts', 'T-Shirts', "Men's - Watch", 'Caps'];
const sizes = ['S', 's', 'M', 'm', 'XL', 'UK 7', 'Ø', 'ø'];
const words = ['Linen', 'Cotton', 'Silk'];
const PRODUCTS = 1300;

/** Product `i` of those that differ in every filter. */
function describeProduct(i: number) {
  const own = sizes.filter((_, at) => (i * 7 + at * 5) % 4 === 0 && i % 6 !== 0);
  return {
    name: `${words[i % 3]} Thing ${i % 400}`,
    slug: `thing-${i}`,
    category: categories[(i * i) % 4] ?? 'Caps',
    price: 10_050 + ((i * 37) % 23) * 5000,
    createdAt: new Date(Date.UTC(2024, 0, 1 + ((i * 31) % 300))).toISOString(),
    stock: own.length > 0 ? Object.fromEntries(own.map((size, at) => [size, (i + at) % 3])) : i % 2,
  };
}

/** Takes a product off sale, in a change of which it is known or not what it concerns. */
async function withdraw(tx: Tx, id: number, isKnown = true): Promise<void> {
  await withdrawProduct(tx, id);
  await indexProduct(tx, id);
  await bumpRevision(tx, [], 'assortment', isKnown ? [id] : undefined);
}

/** Puts a withdrawn product on sale again. */
async function putBack(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('product').set({ active: 1 }).where('id', '=', id).execute();
  await indexProduct(tx, id);
  await bumpRevision(tx, [], 'assortment', [id]);
}

/** Changes everything by which listings choose and sort. */
async function changeProduct(tx: Tx, id: number, round: number): Promise<void> {
  const all = await tx.selectFrom('sub_category').select('id').orderBy('id').execute();
  const name = `${words[(id + round) % 3]} Thing ${(id * 7 + round) % 400}`;
  const price = 10_050 + ((id + round * 7) % 23) * 5000;
  const changed = { name, price, mrp: price, sub_category_id: all[id % all.length]?.id ?? 0, stock: (id + round) % 3 };
  await tx.updateTable('product').set(changed).where('id', '=', id).execute();
  await tx
    .updateTable('variant')
    .set({ active: (id + round) % 2 })
    .where('product_id', '=', id)
    .where('product_variation', '=', 's')
    .execute();
  await indexProduct(tx, id);
  await bumpRevision(tx, [], 'assortment', [id]);
}

beforeAll(async () => {
  shop = await openShop();
  other = await openAgain(shop, {});
  neverLoadColumns(other.store.db);
  await shop.change(async (tx) => {
    for (let i = 0; i < PRODUCTS; i++) products.push(await addProduct(tx, describeProduct(i)));
    for (const { id } of products.filter((_, i) => i % 11 === 0)) await withdraw(tx, id);
  });
  // As an import does.
  await optimiseCatalogue(shop.store.db);
  await refreshColumns(shop.store.db);
}, 120_000);
afterAll(async () => {
  await other.close();
  await shop.close();
});

type Body = Record<string, unknown>;

const filters = fc.record(
  {
    sub_category: fc.subarray(categories).map((names) => names.join(',')),
    size: fc.subarray([...sizes, 'none'], { maxLength: 3 }).map((some) => some.join(',')),
    min_price: fc.constantFrom(100, 200.5, 600, 2000),
    max_price: fc.constantFrom(50, 400, 600.5, 900),
    in_stock: fc.constantFrom(0, 1),
    out_of_stock: fc.constantFrom(0, 1),
  },
  { requiredKeys: [] },
);
const search = fc.constantFrom('', 'thing', 'linen', 'cottn', 'silk shirts', 'watch', 'thing 7', 'zzzqqq');
const order = fc.constantFrom('', 'newest', 'price_asc', 'price_desc', 'name_asc');
const page = fc.constantFrom('1', '2', '7', '40');

/** The answers of both to a listing, or to a search when there is a text, and to its facets. */
async function answersOf(text: string, body: Body, sort_by: string, page: string) {
  const read = async (of: TestShop) => {
    const params = { page };
    const listed = text
      ? await of.succeed(searchProductsCall, { params, body: { search: text, ...body, sort_by } as never })
      : await of.succeed(getProductsCall, { params, body: { ...body, sort_by } as never });
    const { data: facets } = await of.succeed(productFacetsCall, { body: { search: text, ...body } as never });
    return { ...listed, data: listed.data.map(({ product_id }) => product_id), facets };
  };
  return [await read(shop), await read(other)] as const;
}

const expectEqualAnswers = (numRuns = 25) =>
  fc.assert(
    fc.asyncProperty(search, filters, order, page, async (text, body, sort_by, page) => {
      const [columns, queried] = await answersOf(text, body, sort_by, page);
      expect(columns).toEqual(queried);
    }),
    { numRuns },
  );

/** Expects that the columns, which were updated, are those that a load reads now. */
async function expectColumnsAsLoaded(db = shop.store.db): Promise<void> {
  const columns = await getCurrentColumns(db);
  expect(describeColumns(columns)).toEqual(describeColumns(await loadColumns(db)));
}

const hasColumns = async (): Promise<boolean> => (await getCurrentColumns(shop.store.db)) !== undefined;

describe('listings, searches and facets from columns', () => {
  test('are those of the database', async () => {
    expect(await hasColumns()).toBe(true);
    await expectEqualAnswers(200);
    expect(await hasColumns()).toBe(true);
  });

  test('are the same whatever the size of the queries that load them', async () => {
    const load = async (chunks?: { facts: number; order: number }) => {
      const columns = await loadColumns(shop.store.db, chunks && { chunks });
      return { ...columns, matches: undefined };
    };
    const expected = await load();
    expect(expected.ids?.length).toBeGreaterThan(1000);
    expect(await load({ facts: 37, order: 23 })).toEqual(expected);
  });

  test('follow products that sell out and come back', async () => {
    const units = await shop.store.db
      .selectFrom('variant')
      .select(['id as variant_id', 'product_id', 'stock as quantity'])
      .where('stock', '>', 0)
      .where('active', '=', 1)
      .orderBy('id')
      .limit(60)
      .execute();
    for (const line of units.slice(0, 40)) await shop.change((tx) => deductStock(tx, [line]));
    await other.change((tx) => deductStock(tx, units.slice(40)));
    await shop.change((tx) => restoreStock(tx, units.slice(0, 20)));
    expect(await hasColumns()).toBe(true);
    await expectEqualAnswers();
  });

  test('keep the matches of a limited number of searches', async () => {
    const columns = await getCurrentColumns(shop.store.db);
    if (!columns) throw new Error('The columns are not loaded');
    for (let i = 0; i < 2100; i++) await readSearchMatches(shop.store.db, columns, [[[`word${i}`]]]);
    expect(columns.matches.size).toBeLessThanOrEqual(2000);
  });

  test('follow products that are added, changed, withdrawn and put back', async () => {
    await other.change(async (tx) => {
      for (let i = 0; i < 30; i++) await addProduct(tx, describeProduct(PRODUCTS + i));
      // A new category, and sizes that were not there before, one of them in a spelling that becomes the most common.
      for (let i = 0; i < 20; i++)
        await addProduct(tx, { name: `Sock ${i}`, slug: `sock-${i}`, category: 'Socks', stock: { m: i % 2, '9-12': 1 } });
    });
    await expectColumnsAsLoaded();
    await other.change(async (tx) => {
      for (const { id } of products.filter((_, i) => i % 13 === 2)) await withdraw(tx, id);
      for (const { id } of products.filter((_, i) => i % 11 === 0 && i % 2 === 0)) await putBack(tx, id);
    });
    await expectColumnsAsLoaded();
    for (let round = 0; round < 5; round++) {
      await other.change(async (tx) => {
        for (const { id } of products.filter((_, i) => i % 97 === round)) await changeProduct(tx, id, round);
      });
      if (round % 2 === 0) await expectColumnsAsLoaded();
    }
    await expectColumnsAsLoaded();
    await expectEqualAnswers();
    expect(await hasColumns()).toBe(true);
  });

  test('follow the only product that stays, and the first one after none', async () => {
    const small = await openShop();
    onTestFinished(small.close);
    await refreshColumns(small.store.db);
    const added = await small.change((tx) => addProduct(tx, describeProduct(1)));
    const expectLoaded = () => expectColumnsAsLoaded(small.store.db);
    await small.change((tx) => bumpRevision(tx, [], 'assortment', [added.id]));
    await expectLoaded();
    const next = await small.change((tx) => addProduct(tx, describeProduct(2)));
    await small.change((tx) => withdraw(tx, added.id));
    await expectLoaded();
    await small.change((tx) => withdraw(tx, next.id));
    await expectLoaded();
  });

  test('follow a change of settings, which concerns no product', async () => {
    const before = await getCurrentColumns(shop.store.db);
    await shop.change((tx) => bumpRevision(tx, [], 'assortment', []));
    const after = await getCurrentColumns(shop.store.db);
    expect(after?.order).toBe(before?.order);
    await expectColumnsAsLoaded();
  });

  test('are right while another process changes products without a pause', async () => {
    let isDone = false;
    const change = async () => {
      for (let i = 0; i < 60; i++)
        await other.change(async (tx) => {
          for (let k = 0; k < 5; k++) await changeProduct(tx, products[(i * 17 + k * 101) % PRODUCTS]?.id ?? 0, i);
        });
      isDone = true;
    };
    const read = async () => {
      while (!isDone) {
        const { data } = await shop.succeed(getProductsCall, { params: { page: '2' }, body: { sort_by: 'name_asc' } });
        expect(data).toHaveLength(24);
        await sleep(3);
      }
    };
    await Promise.all([change(), read(), read()]);
    await expectColumnsAsLoaded();
    await expectEqualAnswers();
  });

  test('are queried again after a change that does not say what it concerns, until the columns have been loaded', async () => {
    await other.change((tx) => withdraw(tx, products[1]?.id ?? 0, false));
    expect(await hasColumns()).toBe(false);
    await expectEqualAnswers();
    await refreshColumns(shop.store.db);
    expect(await hasColumns()).toBe(true);
    await expectEqualAnswers();
  });

  test('are queried when a change of availability is not known', async () => {
    await shop.change((tx) => bumpRevision(tx, [], 'availability'));
    expect(await hasColumns()).toBe(false);
  });

  test('are loaded once a server has started, before the first listing', async () => {
    const started = await openAgain(shop, {});
    started.store.preload();
    await expect.poll(() => hasLoadedColumns(started.store.db)).toBe(true);
    await started.close();
  });

  test('are not loaded after all when the server stops at once', async () => {
    const started = await openAgain(shop, {});
    started.store.preload();
    await started.close();
    await sleep(1200);
    expect(hasLoadedColumns(started.store.db)).toBe(false);
  });
});
