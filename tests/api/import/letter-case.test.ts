import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { up } from '#api/database/migrations/0021-0040/0028-names-in-any-case.ts';
import { listSellers, setSellerParticulars } from '#api/services/invoices/seller-particulars.ts';
import { getProductsCall } from '#lib/contract/catalogue.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Names that are one in lower case. */
const same = [
  ['ÉTOILE', 'étoile'],
  ['T-SHIRTS', 'T-shirts'],
  ['İPEK', 'i̇pek'],
  ['STRAẞE', 'straße'],
  ['ΚΑΛΆΘΙΑ', 'καλάθια'],
  ['ПЛАТЬЯ', 'Платья'],
  ['ǅEZVA', 'ǆezva'],
] as const;

/** Names that an engine may hold for equal, and the code does not. */
const different = [
  ['straße', 'strasse'],
  ['ipek', 'ıpek'],
  ['étoile', 'etoile'],
  ['ﬁne', 'fine'],
  ['½ kg', '1⁄2 kg'],
  ['m²', 'm2'],
] as const;

const header = ['Handle', 'Title', 'Type', 'Seller', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
const bring = (names: readonly string[]) => {
  const rows = names.map((name, i) => [`item-${i}`, `Item ${i}`, name, name, 'M', '500', '5']);
  return importFiles(shop.store.db, [csvFile([header, ...rows])]);
};

const readNames = async () => ({
  categories: (await shop.store.db.selectFrom('sub_category').select('name').orderBy('id').execute()).map(({ name }) => name),
  sellers: (await shop.store.db.selectFrom('seller').select('name').orderBy('id').execute()).map(({ name }) => name),
});

const countProducts = async (category: string) =>
  (await shop.succeed(getProductsCall, { params: {}, body: { sub_category: category } })).total;

describe('names that differ only in case', () => {
  test.each(same)('%s and %s are one category and one seller', async (...names) => {
    expect(names[0].toLowerCase()).toBe(names[1].toLowerCase());
    await bring(names);
    expect(await readNames()).toEqual({ categories: [names[0]], sellers: [names[0]] });
    for (const name of names) expect(await countProducts(name)).toBe(2);
  });

  test.each(different)('%s and %s are two', async (...names) => {
    await bring(names);
    expect(await readNames()).toEqual({ categories: names, sellers: names });
    for (const name of names) expect(await countProducts(name)).toBe(1);
  });

  test('of the store itself are the store', async () => {
    const file = csvFile([header, ['cap', 'Cap', 'Caps', 'MEENA STORES', 'M', '500', '5']]);
    await importFiles(shop.store.db, [file], { storeName: 'Meena Stores' });
    expect((await readNames()).sellers).toEqual(['']);
  });

  test('of an older shop become one, with one address in the menu', async () => {
    await bring(['one', 'two', 'three']);
    const [first = '', second = ''] = same[0];
    await shop.change(async (tx) => {
      for (const [from, to] of [
        ['one', first],
        ['two', second],
      ] as const) {
        await tx.updateTable('sub_category').set({ name: to }).where('name', '=', from).execute();
        await tx.updateTable('seller').set({ name: to }).where('name', '=', from).execute();
      }
    });
    await shop.change((tx) => setSellerParticulars(tx, second, { gstin: '29AAGCB7383J1Z4' }));
    // Columns that the shop had then.
    for (const column of ['listing_revision', 'assortment_revision'])
      await sql`ALTER TABLE catalogue_revision ADD COLUMN ${sql.id(column)} INTEGER NOT NULL DEFAULT 0`.execute(shop.store.db);
    await shop.change((tx) => up(tx as unknown as Kysely<unknown>));
    await shop.change((tx) => up(tx as unknown as Kysely<unknown>));
    expect((await readNames()).categories).toEqual([first, 'three']);
    const sellers = (await listSellers(shop.store.db)).map(({ name, gstin }) => [name, gstin]);
    expect(sellers).toContainEqual([first, '29AAGCB7383J1Z4']);
    const { storeinfo } = await shop.succeed(storeInfoCall);
    const addresses = (storeinfo.sub_category_list ?? []).map(({ name }) => paths.category(name));
    expect(new Set(addresses).size).toBe(addresses.length);
    const { data } = await shop.succeed(getProductsCall, { params: {}, body: { sub_category: second } });
    expect(data.map((product) => [product.sub_category.sub_category_name, product.seller_name])).toEqual([
      [first, first],
      [first, first],
    ]);
    expect((await bring(['one', 'two', 'three'])).products.unchanged).toBe(3);
  });
});
