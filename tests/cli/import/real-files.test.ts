import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { exportsFolder, realFiles } from '#tests/support/real-files.ts';

const apparel = join(exportsFolder, 'rupee-apparel.csv');

describe('exports in the formats of other systems:', () => {
  test('a shop in rupees is imported completely, without its drafts, and a second import changes nothing', async () => {
    const { db } = await emptyShop();
    const first = await importFiles(db, [apparel]);
    expect(first).toMatchObject({
      outcome: 'imported',
      rows: 31,
      products: { added: 7, changed: 0, unchanged: 0, withdrawn: 0 },
      variants: { added: 28, changed: 0, withdrawn: 0 },
      badRows: [],
    });
    expect(first.skipped.map(({ reason }) => reason)).toEqual(['draft', 'draft', 'draft']);

    const products = await readProducts(db);
    expect(Object.groupBy(products, ({ category }) => category)).toMatchObject({
      Jersey: { length: 4 },
      'Jersey Set': { length: 2 },
      'Wind-Breaker': { length: 1 },
    });
    for (const product of products) {
      expect(product.price).toBe(Math.min(...product.variants.map(({ price }) => price)));
      expect(product.stock).toBe(product.variants.reduce((sum, { stock }) => sum + stock, 0));
      expect(product.description).not.toMatch(/\ufffd|â€|<script|style=|onclick/);
    }

    const revision = await readRevision(db);
    const second = await importFiles(db, [apparel]);
    expect(second.products).toEqual({ added: 0, changed: 0, unchanged: 7, withdrawn: 0 });
    expect(await readRevision(db)).toBe(revision);
    expect(await readProducts(db)).toEqual(products);
  });

  test('the same export with empty quantities changes no stock', async () => {
    const { db } = await emptyShop();
    await importFiles(db, [apparel]);
    const before = await readProducts(db);
    const rows = parse(readFileSync(apparel), { bom: true }) as string[][];
    const quantity = rows[0]?.indexOf('Variant Inventory Qty') ?? -1;
    const summary = await importFiles(db, [csvFile(rows.map((row, i) => (i === 0 ? row : row.with(quantity, ''))))]);
    expect(summary.products).toMatchObject({ added: 0, changed: 0, unchanged: 7 });
    const stocks = (products: typeof before) => products.map(({ slug, stock }) => [slug, stock]);
    expect(stocks(await readProducts(db))).toEqual(stocks(before));
  });

  test('an older export is imported together with a newer one', async () => {
    const { db } = await emptyShop();
    const summary = await importFiles(db, [join(exportsFolder, 'older-apparel.csv'), apparel]);
    expect(summary).toMatchObject({ products: { added: 10 }, badRows: [] });
    const products = await readProducts(db);
    const find = (slug: string) => products.find((product) => product.slug === slug);
    expect(find('sea-blue-shirt')).toMatchObject({ category: 'Other', price: 5000, variants: [{ product_variation: '' }] });
    expect(find('college-top')?.variants.map((variant) => variant.product_variation)).toEqual(['Small', 'Medium', 'Large']);
    expect(find('anchor-bracelet')).toMatchObject({ price: 5500, mrp: 8500, category: 'Bracelet' });
    expect(find('anchor-bracelet')?.pictures.split(',')).toHaveLength(3);
  });

  test('a table of unknown columns is refused', async () => {
    const { db } = await emptyShop();
    const summary = await importFiles(db, [join(exportsFolder, 'other-system.csv')], { skipBad: true });
    expect(summary.outcome).toBe('unreadable');
    expect(summary.badRows).toMatchObject([{ line: 1, column: 'columns' }]);
  });
});

const folder = realFiles;
if (folder)
  describe('exports of real shops:', () => {
    const shopify = join(folder, 'catalogues/shopify');

    test('a shop in rupees is imported completely, without its drafts, and a second import changes nothing', async () => {
      const { db } = await emptyShop();
      const file = join(shopify, '2025-rupee-apparel.csv');
      const first = await importFiles(db, [file]);
      expect(first).toMatchObject({
        outcome: 'imported',
        rows: 1629,
        products: { added: 216, changed: 0, unchanged: 0, withdrawn: 0 },
        variants: { added: 1039, changed: 0, withdrawn: 0 },
        badRows: [],
      });
      expect(first.skipped).toHaveLength(105);
      expect(new Set(first.skipped.map(({ reason }) => reason))).toEqual(new Set(['draft']));

      const products = await readProducts(db);
      expect(Object.groupBy(products, ({ category }) => category)).toMatchObject({
        Jersey: { length: 189 },
        'Jersey Set': { length: 22 },
        'Wind-Breaker': { length: 5 },
      });
      for (const product of products) {
        expect(product.variants.length).toBeGreaterThan(0);
        expect(product.price).toBe(Math.min(...product.variants.map(({ price }) => price)));
        expect(product.stock).toBe(product.variants.reduce((sum, { stock }) => sum + stock, 0));
        expect(product.description).not.toMatch(
          /\ufffd|â€|<(?!\/?(?:p|div|br|strong|em|ul|ol|li|h3|h4|table|thead|tbody|tr|th|td|blockquote|hr|sub|sup)\b)/,
        );
      }

      const revision = await readRevision(db);
      const second = await importFiles(db, [file]);
      expect(second.products).toEqual({ added: 0, changed: 0, unchanged: 216, withdrawn: 0 });
      expect(await readRevision(db)).toBe(revision);
      expect(await readProducts(db)).toEqual(products);
    });

    test('the same export with empty quantities changes no stock', async () => {
      const { db } = await emptyShop();
      const file = join(shopify, '2025-rupee-apparel.csv');
      await importFiles(db, [file]);
      const before = await readProducts(db);
      const rows = parse(readFileSync(file), { bom: true }) as string[][];
      const quantity = rows[0]?.indexOf('Variant Inventory Qty') ?? -1;
      const summary = await importFiles(db, [csvFile(rows.map((row, i) => (i === 0 ? row : row.with(quantity, ''))))]);
      expect(summary.products).toMatchObject({ added: 0, changed: 0, unchanged: 216 });
      expect(summary.variants).toEqual({ added: 0, changed: 0, withdrawn: 0 });
      const stocks = (products: typeof before) => products.map(({ slug, stock, variants }) => [slug, stock, variants]);
      expect(stocks(await readProducts(db))).toEqual(stocks(before));
    });

    test('exports of 2018 and 2021 are imported together', async () => {
      const { db } = await emptyShop();
      const files = ['2018-apparel.csv', '2018-jewelery.csv', '2021-products.csv'].map((name) => join(shopify, name));
      const summary = await importFiles(db, files);
      expect(summary.products.added).toBe(60);
      expect(summary.badRows).toEqual([]);
      const products = await readProducts(db);
      const find = (slug: string) => products.find((product) => product.slug === slug);
      expect(find('ocean-blue-shirt')).toMatchObject({ category: 'Other', price: 5000, variants: [{ product_variation: '' }] });
      expect(find('classic-varsity-top')?.variants.map((variant) => variant.product_variation)).toEqual([
        'Small',
        'Medium',
        'Large',
      ]);
      expect(find('leather-anchor')).toMatchObject({ price: 5500, mrp: 8500, category: 'Bracelet' });
      expect(find('leather-anchor')?.pictures.split(',')).toHaveLength(3);
    });
  });
