import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { optimiseCatalogue } from '#api/database/postgres/optimise-catalogue.ts';
import { isIndexedWord, listTerms, matchingProducts, matchingTiers } from '#api/database/search/product-index.ts';
import type { WordGroup } from '#api/database/search/tokenise.ts';
import { addProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const PRODUCTS = 300;
const description = `<p>${Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ')}</p>`;

const addProducts = (name = 'Kurta') =>
  shop.change(async (tx) => {
    for (let i = 0; i < PRODUCTS; i++) await addProduct(tx, { name: `${name} ${i}`, category: `Kind ${i % 7}`, description });
  });

async function readNumber(query: RawBuilder<{ value: number }>): Promise<number> {
  const { rows } = await query.execute(shop.store.db);
  return Number(rows[0]?.value);
}

test('rows of the index are short, because the words are stored out of line', async () => {
  await addProducts();
  const size = await readNumber(sql`SELECT pg_relation_size('product_words') AS value`);
  const words = await readNumber(sql`SELECT sum(pg_column_size(words)) AS value FROM product_words`);
  expect(words / PRODUCTS).toBeGreaterThan(1000);
  // Up to 80 of the rows, of 90 bytes each, are in a page of 8 KiB.
  expect(size / PRODUCTS).toBeLessThan(150);
});

test('searches find their products by the index, also words that all of them have', async () => {
  await addProducts();
  await optimiseCatalogue(shop.store.db);
  const groups: WordGroup[] = [[['kurta']], [['word7']]];
  for (const table of [matchingProducts(shop.store.db, groups), ...matchingTiers(shop.store.db, groups)]) {
    const plan = await sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT product.id FROM ${table} AS hit
      JOIN product ON product.id = hit.id ORDER BY product.id DESC LIMIT 1`.execute(shop.store.db);
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Bitmap Index Scan on product_words_index');
    expect(text).not.toContain('Seq Scan on product_words');
  }
});

test('after many changes, no search reads new entries from a list', async () => {
  const clean = () => readNumber(sql`SELECT gin_clean_pending_list('product_words_index') AS value`);
  await addProducts();
  expect(await clean()).toBeGreaterThan(0);
  await addProducts('Saree');
  await optimiseCatalogue(shop.store.db);
  expect(await clean()).toBe(0);
});

test('after many changes, counts read variants from indexes alone', async () => {
  await addProducts('Stole');
  const pages = (column: string) =>
    readNumber(sql`SELECT ${sql.ref(column)} AS value FROM pg_class WHERE oid = 'variant'::regclass`);
  // The servers of tests commit asynchronously: rows are visible to all only after their commit is on disk.
  await expect
    .poll(async () => {
      await optimiseCatalogue(shop.store.db);
      return (await pages('relpages')) - (await pages('relallvisible'));
    })
    .toBe(0);
  expect(await pages('relpages')).toBeGreaterThan(0);
});

test('the terms of a large catalogue are read from a sample of its products', async () => {
  await addProducts();
  await optimiseCatalogue(shop.store.db);
  expect(await listTerms(shop.store.db)).toContainEqual({ term: 'kurta', products: PRODUCTS });
  await sql`UPDATE pg_class SET reltuples = 400000 WHERE oid = 'product_words'::regclass`.execute(shop.store.db);
  const { products = 0 } = (await listTerms(shop.store.db)).find(({ term }) => term === 'kurta') ?? {};
  expect(products).toBeGreaterThan(PRODUCTS / 4);
  expect(products).toBeLessThan(PRODUCTS * 0.75);
});

test('a word is known that very many products have, or that almost all of them had', async () => {
  const { db } = shop.store;
  await shop.change(async (tx) => {
    await addProduct(tx, { name: 'Zebra', category: 'Kind' });
    const copied = sql.raw(
      'name, description, brand, keywords, pictures, picture_alts, price, mrp, sub_category_id, seller_id, stock, import_hash, active, created_at',
    );
    await sql`INSERT INTO product (slug, ${copied})
      SELECT 'copy-' || i, ${copied} FROM product, generate_series(1, 5000) AS i`.execute(tx);
    await sql`INSERT INTO product_words (product_id, words) SELECT product.id, first.words
      FROM product, (SELECT words FROM product_words) AS first ON CONFLICT DO NOTHING`.execute(tx);
  });
  // New entries are in a list that is read as a whole, until it is long or a vacuum empties it.
  await sql`SELECT gin_clean_pending_list('product_words_index')`.execute(db);
  expect(await isIndexedWord(db, 'zebras')).toBe(true);
  await sql`DELETE FROM product_words WHERE product_id > (SELECT min(product_id) FROM product_words)`.execute(db);
  expect(await isIndexedWord(db, 'zebra')).toBe(true);
  await sql`DELETE FROM product_words`.execute(db);
  expect(await isIndexedWord(db, 'zebra')).toBe(false);
});
