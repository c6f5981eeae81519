import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { engineOf } from '#api/database/schema/engine.ts';
import { findBrokenProducts } from '#api/services/catalogue/read-products.ts';
import { type BrokenProduct, brokenProductChannel, inspectProduct } from '#api/services/catalogue/stored-products.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import {
  getProductsCall,
  newArrivalsCall,
  type Product,
  productFacetsCall,
  product as productSchema,
  searchProductsCall,
  singleProductDetailsCall,
} from '#lib/contract/catalogue.ts';
import { toRupees } from '#lib/rules/money.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

const header = ['Handle', 'Title', 'Type', 'Tags', 'First Offered', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
const rows = (handles: readonly string[]) => [
  header,
  ...handles.map((handle, i) => [handle, `Brass ${handle}`, 'Lamps', 'brass', `2026-11-0${i + 1}`, 'M', '500', '5']),
];

const importRows = (handles: readonly string[]) => importFiles(shop.store.db, [csvFile(rows(handles))]);

beforeEach(async () => {
  shop = await openShop();
  await importRows(['lamp', 'tray', 'bell']);
});
afterEach(() => shop.close());

/** Writes a value that no import writes, constraints or not. */
async function breakProduct(statement: string, table = 'product'): Promise<void> {
  const { db } = shop.store;
  if (engineOf(db) === 'postgres') {
    const { rows: checks } = await sql<{ name: string }>`SELECT conname AS name FROM pg_constraint
      WHERE conrelid = ${sql.lit(table)}::regclass AND contype = 'c'`.execute(db);
    for (const { name } of checks) await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.id(name)}`.execute(db);
  } else await sql`PRAGMA ignore_check_constraints = ON`.execute(db);
  await shop.change(async (tx) => {
    await sql.raw(statement).execute(tx);
    await bumpRevision(tx, []);
  });
}

const lists = {
  'the listing': async () => (await shop.succeed(getProductsCall, { params: {}, body: {} })).data,
  'its category': async () => (await shop.succeed(getProductsCall, { params: {}, body: { sub_category: 'lamps' } })).data,
  'the new arrivals': async () => (await shop.succeed(newArrivalsCall)).data,
  'the search': async () => (await shop.succeed(searchProductsCall, { body: { search: 'brass' } })).data,
};

async function readLists(): Promise<Record<string, string[]>> {
  const entries = Object.entries(lists).map(
    async ([name, read]) => [name, (await read()).map(({ slug }) => slug).sort()] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

const everywhere = (slugs: string[]) => Object.fromEntries(Object.keys(lists).map((name) => [name, slugs]));

async function listBroken(): Promise<BrokenProduct[]> {
  const found: BrokenProduct[] = [];
  for await (const one of findBrokenProducts(shop.store.db)) found.push(one);
  return found;
}

const hidden = [
  ['a price below zero', "UPDATE product SET price = -500, mrp = 500 WHERE slug = 'bell'", 'product'],
  ['a size with a price below zero', 'UPDATE variant SET price = -1 WHERE product_id = 3', 'variant'],
  ['a slash in its handle', "UPDATE product SET slug = 'a/bell' WHERE slug = 'bell'", 'product'],
  ['a handle that no address can hold', `UPDATE product SET slug = '${'x'.repeat(300)}' WHERE slug = 'bell'`, 'product'],
] as const;

describe.each(hidden)('a stored product with %s', (_, statement, table) => {
  test('is left out of every list, named and logged once', async () => {
    const logged: unknown[] = [];
    const log = (message: unknown) => logged.push(message);
    brokenProductChannel.subscribe(log);
    await breakProduct(statement, table);
    expect(await readLists()).toEqual(everywhere(['lamp', 'tray']));
    expect(await shop.succeed(productFacetsCall, { body: {} })).toMatchObject({ success: true });
    await readLists();
    brokenProductChannel.unsubscribe(log);
    expect(logged).toHaveLength(1);
    expect(await listBroken()).toMatchObject([{ isHidden: true }]);
  });
});

test.each(["'+046354-11-28T00:00:00.000Z'", "''", "'2026-13-45T99:99:99.000Z'", "'yesterday'"])(
  'a stored product with the date %s is listed without it, and the next import repairs it',
  async (date) => {
    await breakProduct(`UPDATE product SET created_at = ${date} WHERE slug = 'bell'`);
    expect(await readLists()).toEqual(everywhere(['bell', 'lamp', 'tray']));
    const reply = await shop.succeed(singleProductDetailsCall, { params: { slug: 'bell' } });
    expect(reply.data).not.toHaveProperty('created_at');
    expect(await listBroken()).toMatchObject([{ slug: 'bell', isHidden: false }]);

    let text = '';
    await exportCatalogue(shop.store.db, async (part) => {
      text += part;
    });
    expect(text).not.toContain(date.slice(1, -1) || '""""');

    expect((await importRows(['lamp', 'tray', 'bell'])).products).toMatchObject({ changed: 1, unchanged: 2 });
    expect(await listBroken()).toEqual([]);
    expect((await shop.succeed(singleProductDetailsCall, { params: { slug: 'bell' } })).data.created_at).toBe(
      '2026-11-02T18:30:00.000Z',
    );
  },
);

test('a stored price below zero is repaired by the next import', async () => {
  await breakProduct("UPDATE product SET price = -500 WHERE slug = 'bell'");
  await importRows(['lamp', 'tray', 'bell']);
  expect(await readLists()).toEqual(everywhere(['bell', 'lamp', 'tray']));
});

test('texts of pictures that are no JSON do not fail an export', async () => {
  await breakProduct("UPDATE product SET picture_alts = 'broken' WHERE slug = 'bell'");
  expect((await exportCatalogue(shop.store.db, async () => undefined)).products).toBe(3);
});

test('an import sets a new first day of sale', async () => {
  const moved = rows(['lamp', 'tray', 'bell']).map((row) => row.with(4, row[4] === '2026-11-03' ? '5 Dec 2026' : (row[4] ?? '')));
  await importFiles(shop.store.db, [csvFile(moved)]);
  expect((await lists['the new arrivals']()).map(({ slug }) => slug)).toEqual(['bell', 'tray', 'lamp']);
});

test('whatever is let through, the contract takes', () => {
  const amount = fc.oneof(fc.constantFrom('1.00', '0.00'), fc.integer().map(toRupees), fc.double().map(toRupees));
  const stock = fc.oneof(fc.integer(), fc.double());
  const time = fc.oneof(
    fc.string(),
    fc.date().map(String),
    fc.constantFrom('2026-11-28T00:00:00.000Z', '+046354-11-28T00:00:00.000Z'),
  );
  const record = fc.record({
    product_id: fc.constant(1),
    ...Object.fromEntries(
      ['slug', 'name', 'description', 'product_images', 'seller_name'].map((field) => [field, fc.string()] as const),
    ),
    sub_category: fc.constant({ id: 1, sub_category_name: 'Lamps' }),
    mrp: amount,
    final_price: amount,
    product_stock: stock,
    variants: fc.array(
      fc.record({ id: fc.constant(1), product_variation: fc.string(), final_price: amount, mrp: amount, stock }),
      {
        maxLength: 2,
      },
    ),
    created_at: time,
    updated_at: time,
  });
  fc.assert(
    fc.property(record, (stored) => {
      const { product } = inspectProduct(stored as unknown as Product);
      if (product) expect(productSchema.safeParse(product).success).toBe(true);
    }),
  );
});
