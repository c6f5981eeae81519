import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOf } from '#api/database/schema/engine.ts';
import { productFacetsCall, searchProductsCall } from '#lib/contract/catalogue.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

async function addCoded(name: string, codes: { sku?: string; barcode?: string }, category = 'Shirts'): Promise<number> {
  const { id, variants } = await shop.add({ name, category, stock: { S: 1, M: 1 } });
  await shop.change((tx) =>
    tx
      .updateTable('variant')
      .set(codes)
      .where('id', '=', variants['M'] ?? 0)
      .execute(),
  );
  return id;
}

beforeAll(async () => {
  shop = await openShop();
  // Codes are set after the products; the search reads them with the next change of the catalogue.
  await addCoded('Green Top', { sku: 'KT-INS114-DRE', barcode: '4006381333931' });
  await addCoded('Blue Mug', { sku: 'red shirt', barcode: '036000291452' });
  await addCoded('Twin Cup', { sku: 'ab/1.5_x', barcode: '-' });
  for (let i = 0; i < 30; i++) await shop.add({ name: `Red Shirt Dress ${i}`, category: 'Shirts' });
});
afterAll(() => shop.close());

const find = (search: string, more = {}) => shop.succeed(searchProductsCall, { body: { search, ...more } });
const first = async (search: string) => (await find(search)).data[0]?.name;

describe('a complete code finds its product first', () => {
  test.for([
    ['KT-INS114-DRE', 'Green Top'],
    ['kt-ins114-dre', 'Green Top'],
    [' KT INS114 DRE ', 'Green Top'],
    ['KTINS114DRE', 'Green Top'],
    ['KT‑INS१14–DRE\u200b', 'Green Top'],
    ['ＫＴ-ＩＮＳ１１４-ＤＲＥ', 'Green Top'],
    ['4006381333931', 'Green Top'],
    ['4 006381 333931', 'Green Top'],
    ['४००६३८१३३३९३१', 'Green Top'],
    ['04006381333931', 'Green Top'],
    ['036000291452', 'Blue Mug'],
    ['0036000291452', 'Blue Mug'],
    ['36000291452', 'Blue Mug'],
    ['AB/1.5_X', 'Twin Cup'],
    ['Red-Shirt', 'Blue Mug'],
  ])('%s', async ([typed = '', name]) => expect(await first(typed)).toBe(name));
});

test('a part of a code does not', async () => {
  expect((await find('KT-INS114')).data).toEqual([]);
  expect((await find('400638133393')).data).toEqual([]);
  expect((await find('00')).data).toEqual([]);
});

test('products with the words follow, each once, and are counted', async () => {
  const pages = await Promise.all([1, 2].map((page) => find('red shirt', { page })));
  const names = pages.flatMap(({ data }) => data.map(({ name }) => name));
  expect([names.length, new Set(names).size, names[0], ...pages.map(({ total }) => total)]).toEqual([31, 31, 'Blue Mug', 31, 31]);
  const { data } = await shop.succeed(productFacetsCall, { body: { search: 'red shirt' } });
  expect(data.in_stock).toBe(31);
  expect((await find('KT-INS114-DRE')).total).toBe(1);
  expect((await find('KT-INS114-DRE', { max_price: 1 })).total).toBe(0);
});

test('a code of a withdrawn product finds nothing', async () => {
  const id = await addCoded('Old Top', { sku: 'OLD-77' });
  await shop.change((tx) => tx.updateTable('product').set({ active: 0 }).where('id', '=', id).execute());
  expect((await find('OLD-77')).data).toEqual([]);
});

test('codes are looked up in an index', async () => {
  const { db } = shop.store;
  const plain = (column: string) =>
    `lower(replace(replace(replace(replace(replace(${column}, ' ', ''), '-', ''), '_', ''), '/', ''), '.', ''))`;
  for (const [condition, index] of [
    [`${plain('sku')} = 'kt1' AND sku IS NOT NULL`, 'variant_plain_sku'],
    [`ltrim(${plain('barcode')}, '0') = '1' AND barcode IS NOT NULL`, 'variant_plain_barcode'],
  ]) {
    const query = `SELECT product_id FROM variant WHERE ${condition}`;
    const plan = await db.connection().execute(async (connection) => {
      const isPostgres = engineOf(db) === 'postgres';
      // The few rows of a test are read faster without an index.
      if (isPostgres) await sql`SET enable_seqscan = off`.execute(connection);
      const { rows } = await sql.raw(`EXPLAIN ${isPostgres ? '' : 'QUERY PLAN '}${query}`).execute(connection);
      if (isPostgres) await sql`RESET enable_seqscan`.execute(connection);
      return JSON.stringify(rows);
    });
    expect(plan).toContain(index);
  }
});
