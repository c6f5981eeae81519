import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refreshProductTotals } from '#api/services/catalogue/product-price-and-stock.ts';
import { noteStockSet } from '#api/services/catalogue/set-stock.ts';
import { deductStock, restoreStock } from '#api/services/catalogue/stock.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { finishInterruptedImport } from '#api/services/import/interrupted-import.ts';
import { commandPacing } from '#api/services/import/run/adaptive-batches.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { purgeUndoRecords } from '#api/services/import/undo/undo-records.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import { killedAt } from '#tests/support/cli/killed-import.ts';
import { csvFile } from '#tests/support/cli/run-command.ts';
import { catalogueFile, importInto } from '#tests/support/store/catalogue-file.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { testSeed } from '#tests/support/test-seed.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
  // The shop's own worker would complete interrupted imports too.
  await shop.store.stopWorkers();
});
afterEach(() => shop.close());

const header = [
  'Handle',
  'Title',
  'Vendor',
  'Type',
  'Option1 Value',
  'Variant Price',
  'Variant Inventory Qty',
  'Image Src',
  'Sale Price',
  'Sale Starts',
  'Sale Ends',
];
const pot = (price: string, stock: string, more: { brand?: string; title?: string; type?: string; size?: string } = {}) => {
  const { brand = 'Clay & Co', title = 'Pot', type = 'Pots', size = 'Small' } = more;
  return ['pot', title, brand, type, size, price, stock, `https://cdn.example/${type}.jpg`];
};
const lamp = ['lamp', 'Lamp', '', 'Lamps', '', '2000', '7', 'https://cdn.example/lamp.jpg'];

const bring = (rows: string[][], options: { replace?: boolean; yesWithdraw?: number } = {}, columns = header) =>
  importCatalogue(shop.store.db, [csvFile([columns, ...rows])], { pictures: createReferenceSource(), ...options });
const undo = () => undoLastImport(shop.store.db);

/** What a shop sells, without times of changes and what only imports read. */
async function readShop() {
  const { db } = shop.store;
  const products = await db.selectFrom('product').selectAll().where('active', '=', 1).orderBy('id').execute();
  const ids = new Set(products.map(({ id }) => id));
  const lists = await db.selectFrom('product_category').selectAll().orderBy('product_id').orderBy('sub_category_id').execute();
  const variants = await db.selectFrom('variant').selectAll().where('active', '=', 1).orderBy('id').execute();
  return {
    products: products.map(({ updated_at: _, import_hash: __, ...row }) => row),
    variants: variants.filter(({ product_id }) => ids.has(product_id)),
    lists: lists.filter(({ product_id }) => ids.has(product_id)),
    images: await db.selectFrom('sub_category').select(['id', 'image']).where('image', '<>', '').orderBy('id').execute(),
  };
}

const variantOf = (slug: string) =>
  shop.store.db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['variant.id', 'variant.product_id', 'variant.stock', 'product.stock as total'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();

async function sell(slug: string, quantity: number): Promise<void> {
  const { id, product_id } = await variantOf(slug);
  await shop.change((tx) => deductStock(tx, [{ product_id, variant_id: id, quantity }]));
}

/** Sets a stock as the owner's command does. */
async function setStock(slug: string, stock: number): Promise<void> {
  const { id, product_id } = await variantOf(slug);
  await shop.change(async (tx) => {
    await noteStockSet(tx, id);
    await tx.updateTable('variant').set({ stock }).where('id', '=', id).execute();
    await refreshProductTotals(tx, product_id);
  });
}

describe('taking back an import', () => {
  const second: [string, string[][], { replace?: boolean; yesWithdraw?: number }][] = [
    ['that changed a price', [pot('450', '5')], {}],
    ['that changed words, brand and category', [pot('499', '5', { title: 'Big pot', brand: 'Other', type: 'Bowls' })], {}],
    ['that changed the stock', [pot('499', '50')], {}],
    ['that emptied the brand', [pot('499', '5', { brand: '' })], { yesWithdraw: 1 }],
    ['that added a size', [pot('499', '5'), pot('599', '2', { size: 'Large' })], {}],
    ['that replaced a size', [pot('599', '2', { size: 'Large' })], { yesWithdraw: 1 }],
    ['that spelled a size differently', [pot('499', '5', { size: 'SMALL' })], {}],
    ['that added a product', [['mug', 'Mug', '', 'Mugs', '', '99', '1', '']], {}],
    ['that withdrew a product', [pot('499', '5')], { replace: true, yesWithdraw: 1 }],
    ['that withdrew all', [], { replace: true, yesWithdraw: 2 }],
    ['that replaced all', [['mug', 'Mug', '', 'Pots', '', '99', '1', '']], { replace: true, yesWithdraw: 2 }],
  ];

  test.each(second)('%s leaves the shop as it was before', async (_, rows, options) => {
    await bring([pot('499', '5'), lamp]);
    const before = await readShop();
    expect((await bring(rows, options)).outcome).toBe('imported');
    expect(await readShop()).not.toEqual(before);
    expect(await undo()).toMatchObject({ outcome: 'undone', kept: [] });
    expect(await readShop()).toEqual(before);
    // The files count as before too.
    expect((await bring([pot('499', '5'), lamp])).products).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await readShop()).toEqual(before);
  });

  test('the first one leaves an empty shop', async () => {
    await bring([pot('499', '5'), lamp]);
    expect(await undo()).toMatchObject({ outcome: 'undone', products: { restored: 0, withdrawn: 2 } });
    expect((await readShop()).products).toEqual([]);
  });

  test('a second time says that there is nothing to take back', async () => {
    await bring([pot('499', '5')]);
    await bring([pot('450', '5')]);
    await undo();
    const before = await readShop();
    expect(await undo()).toMatchObject({ outcome: 'nothing to undo', importedAt: '' });
    expect(await readShop()).toEqual(before);
  });

  test('is possible for seven days', async () => {
    await bring([pot('499', '5')]);
    const began = (daysAgo: number) =>
      shop.change(async (tx) => {
        const started_at = isoAgo(daysAgo * DAY_MS);
        await tx.updateTable('import_undo').set({ started_at }).execute();
        await tx.updateTable('import_undo_item').set({ started_at }).execute();
      });
    const items = async () => (await shop.store.db.selectFrom('import_undo_item').select('seq').execute()).length;
    await began(6.9);
    await purgeUndoRecords(shop.store.db, commandPacing);
    expect(await items()).toBe(1);
    await began(7.1);
    expect((await undo()).outcome).toBe('nothing to undo');
    await purgeUndoRecords(shop.store.db, commandPacing);
    expect(await items()).toBe(0);
    expect((await readShop()).products).toHaveLength(1);
  });

  test('after another one takes back the later one only', async () => {
    await bring([pot('499', '5')]);
    await bring([pot('450', '5')]);
    const before = await readShop();
    await bring([pot('400', '5', { brand: 'Other' })]);
    await undo();
    expect(await readShop()).toEqual(before);
    expect((await undo()).outcome).toBe('nothing to undo');
    expect(await shop.store.db.selectFrom('import_undo_item').selectAll().execute()).toEqual([]);
  });

  test('is not hindered by a later import that changed nothing', async () => {
    await bring([pot('499', '5')]);
    const before = await readShop();
    await bring([pot('450', '5')]);
    await bring([pot('450', '5')]);
    await importCatalogue(
      shop.store.db,
      [
        csvFile([
          ['Handle', 'Title', 'Option1 Value', 'Variant Price'],
          ['pot', 'Pot', 'Small', '450'],
        ]),
      ],
      {
        pictures: createReferenceSource(),
      },
    );
    await undo();
    expect(await readShop()).toEqual(before);
  });
});

describe('stock that changed after the import', () => {
  const stocks: [string, { from: string; to: string; sold?: number; returned?: number; set?: number }, number, string[]][] = [
    ['sold', { from: '20', to: '50', sold: 3 }, 17, ['Small: 3 sold since the import']],
    ['sold beyond what there was', { from: '2', to: '50', sold: 10 }, 0, ['Small: 10 sold since the import']],
    ['sold while the import did not change it', { from: '20', to: '20', sold: 3 }, 17, []],
    ['returned', { from: '5', to: '10', returned: 1 }, 6, ['Small: 1 returned since the import']],
    ['set by the owner', { from: '5', to: '10', set: 8 }, 8, ['Small: the stock of 8 was set since the import and stays']],
    ['set to the former value', { from: '5', to: '10', set: 5 }, 5, []],
    [
      'set and then sold',
      { from: '5', to: '10', set: 8, sold: 2 },
      6,
      ['Small: the stock of 6 was set since the import and stays'],
    ],
  ];

  test.each(stocks)('%s stays so and is named', async (_, { from, to, sold, returned, set }, left, texts) => {
    await bring([pot('499', from)]);
    await bring([pot('450', to)]);
    if (set !== undefined) await setStock('pot', set);
    if (sold !== undefined) await sell('pot', sold);
    if (returned !== undefined) {
      const { id, product_id } = await variantOf('pot');
      await shop.change((tx) => restoreStock(tx, [{ product_id, variant_id: id, quantity: returned }]));
    }
    expect((await undo()).kept).toEqual(texts.map((text) => ({ slug: 'pot', text })));
    expect(await variantOf('pot')).toMatchObject({ stock: left, total: left });
    expect((await readShop()).variants).toMatchObject([{ price: 49_900 }]);
  });

  test('set before the import counts as the former value', async () => {
    await bring([pot('499', '5')]);
    await setStock('pot', 9);
    await bring([pot('499', '50')]);
    expect((await undo()).kept).toEqual([]);
    expect(await variantOf('pot')).toMatchObject({ stock: 9, total: 9 });
  });
});

test('values edited since the import stay and are named', async () => {
  await bring([pot('499', '5')]);
  await bring([pot('450', '5', { brand: 'Other', title: 'Big pot' })]);
  await shop.change((tx) => tx.updateTable('product').set({ brand: 'Third' }).execute());
  expect((await undo()).kept).toEqual([{ slug: 'pot', text: 'brand was edited since and stays' }]);
  expect((await readShop()).products).toMatchObject([{ name: 'Pot', brand: 'Third', price: 49_900 }]);
  expect((await bring([pot('499', '5')])).products).toMatchObject({ changed: 1 });
  expect((await readShop()).products).toMatchObject([{ brand: 'Clay & Co' }]);
});

describe('an interruption', () => {
  const prices = async () => (await readShop()).products.map(({ price }) => price);

  test('of taking back is completed by the next process, once', async () => {
    await importInto(shop, catalogueFile(100, 499));
    const before = await readShop();
    await importInto(shop, catalogueFile(100, 599, 'Linen shirt'));
    await killedAt(shop, 'products');
    const left = await prices();
    expect(new Set(left)).toEqual(new Set([49_900, 59_900]));
    expect(await finishInterruptedImport(shop.store.db, { pace: commandPacing })).toMatchObject({
      state: 'applying',
      total: 100,
    });
    expect(await readShop()).toEqual(before);
    expect((await undo()).outcome).toBe('nothing to undo');
    expect(await readShop()).toEqual(before);
  });

  test('of taking back is completed by taking back again', async () => {
    await importInto(shop, catalogueFile(100, 499));
    const before = await readShop();
    await importInto(shop, catalogueFile(100, 599));
    await killedAt(shop, 'products');
    expect((await undo()).outcome).toBe('nothing to undo');
    expect(await readShop()).toEqual(before);
  });

  test('that discards the rest lets it be taken back again, without doubling what was done', async () => {
    await bring([pot('499', '5'), lamp]);
    await bring([pot('450', '50'), lamp.with(6, '70')]);
    await sell('pot', 2);
    await shop.change(async (tx) => {
      // What a batch of an earlier attempt has done.
      const [first] = await tx.selectFrom('import_undo_item').select('seq').where('slug', '=', 'pot').execute();
      await tx
        .deleteFrom('import_undo_item')
        .where('seq', '=', first?.seq ?? 0)
        .execute();
      await tx.updateTable('variant').set({ stock: 3 }).where('stock', '=', 48).execute();
    });
    await undo();
    expect([await variantOf('pot'), await variantOf('lamp')]).toMatchObject([{ stock: 3 }, { stock: 7 }]);
  });

  test('of the import is completed first, and then all of it is taken back', async () => {
    await importInto(shop, catalogueFile(100, 499));
    const before = await readShop();
    await killedAt(shop, 'products', catalogueFile(120, 599));
    expect(await undo()).toMatchObject({ products: { restored: 100, withdrawn: 20 } });
    expect(await readShop()).toEqual(before);
  });
});

test('random imports do what their dry run says, and are taken back exactly', async () => {
  let seed = testSeed();
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * n);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const randomRows = () =>
    Array.from({ length: 12 }, (_, i) => i)
      .filter(() => random(4) > 0)
      .flatMap((i) =>
        ['', 'M', 'L'].slice(i % 3 === 0 ? 0 : 1, i % 3 === 0 ? 1 : 1 + random(2) + 1).map((size) => [
          `p${i}`,
          `Product ${random(3)}`,
          pick(['', 'A', 'B']),
          pick(['Pots', 'Lamps', 'Mugs']),
          size,
          String(100 + random(3)),
          String(20 + random(4)),
          pick(['', `https://cdn.example/${random(3)}.jpg`]),
          ...pick<string[]>([
            ['', '', ''],
            ['90', '2026-01-01', '2099-01-01'],
            ['80', '', '2099-01-01'],
            ['99', '2099-01-01', ''],
            ['95', '', ''],
          ]),
          pick(['', 'Sale', 'New; sale', 'lamps; SALE ; New', 'Mugs']),
        ]),
      );
  for (let round = 0; round < 25; round++) {
    const columns = random(4) === 0 ? header : [...header, 'Collections'];
    const cells = (rows: string[][]) => rows.map((row) => row.slice(0, columns.length));
    await bring(randomRows(), {}, [...header, 'Collections']);
    const before = await readShop();
    const replace = random(2) === 0;
    const rows = cells(randomRows());
    const plan = await importCatalogue(shop.store.db, [csvFile([columns, ...rows])], {
      pictures: createReferenceSource(),
      replace,
      dryRun: true,
    });
    const summary = await bring(rows, { replace, yesWithdraw: plan.onSale.losing }, columns);
    // A dry run tells what the import then does.
    expect(summary).toMatchObject({ outcome: 'imported', products: plan.products, variants: plan.variants });
    const result = await undo();
    expect(result.kept).toEqual([]);
    expect(await readShop()).toEqual(before);
  }
}, 180_000);
