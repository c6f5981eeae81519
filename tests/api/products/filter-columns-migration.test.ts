import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { longRunningPostgresDialect } from '#api/database/postgres/dialect.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { NodeSqliteDialect } from '#api/database/sqlite/dialect.ts';
import { findProducts, listSubCategorySizes } from '#api/services/products/products.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

/** More than one batch of the migration. */
const MUGS = 1200;

/** Each with the options of its variants, its colour within its design, its facts, and their names. */
const products: [slug: string, option: string | null, label: string | null, facts: string | null, variantNames: string[]][] = [
  ['shirt', 'Size / Colour', null, null, ['M / Navy', 'L / White']],
  ['kurta', null, 'Bottle Green', null, ['S']],
  ['saree', null, null, '[["Fabric","Silk"],["Colour","लाल"]]', ['']],
  ['table', 'Material', null, 'damaged', ['Teak']],
];

test('variants of an older shop get their size and colour, in batches', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'older-shop-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  const dialect = database ? longRunningPostgresDialect(database.url) : new NodeSqliteDialect(databaseFile(dataDir));
  const older = new Kysely<Tables>({ dialect });
  const migrator = new Migrator({ db: older, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo('0047-product-facts')).error).toBeUndefined();
  await older.insertInto('seller').values({ id: 1, kind: 'retailer', name: '' }).execute();
  await older.insertInto('sub_category').values({ id: 1, name: 'All', image: '', position: 1 }).execute();
  const mugs = Array.from({ length: MUGS }, (_, i): (typeof products)[number] => [`mug-${i}`, 'Colour', null, null, ['Red']]);
  for (const [slug, option_name, design_label, attributes, variantNames] of [...products, ...mugs]) {
    const row = {
      slug,
      name: slug,
      description: '',
      brand: null,
      pictures: '',
      picture_alts: '[]',
      sub_category_id: 1,
      seller_id: 1,
    };
    const figures = { price: 100, mrp: 100, stock: 1, active: 1 };
    const { id } = await older
      .insertInto('product')
      .values({
        ...row,
        ...figures,
        option_name,
        design_label,
        attributes,
        keywords: '',
        import_hash: '',
        created_at: '2026-01-01T00:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [position, product_variation] of variantNames.entries())
      await older
        .insertInto('variant')
        .values({ product_id: id, product_variation, position, ...figures })
        .execute();
  }
  await older.destroy();

  const db = await openDatabase(dataDir, database?.url);
  onTestFinished(async () => {
    await db.destroy();
    await database?.drop();
  });
  const { rows } = await sql<{ slug: string; size: string | null; colour: string | null; variants: number }>`
    SELECT CASE WHEN slug LIKE 'mug-%' THEN 'mug' ELSE slug END AS slug, size, colour, count(*) AS variants
    FROM variant JOIN product ON product.id = product_id GROUP BY 1, 2, 3 ORDER BY 1, 2`.execute(db);
  expect(rows).toEqual([
    { slug: 'kurta', size: 'S', colour: 'green', variants: 1 },
    { slug: 'mug', size: null, colour: 'red', variants: MUGS },
    { slug: 'saree', size: null, colour: 'red', variants: 1 },
    { slug: 'shirt', size: 'L', colour: 'white', variants: 1 },
    { slug: 'shirt', size: 'M', colour: 'blue', variants: 1 },
    { slug: 'table', size: null, colour: null, variants: 1 },
  ]);
  expect((await findProducts(db, { size: 'm', colour: 'blue' })).data.map(({ slug }) => slug)).toEqual(['shirt']);
  expect((await findProducts(db, { size: 'm', colour: 'white' })).total).toBe(0);
  expect(await listSubCategorySizes(db, [])).toEqual([{ sub_category_id: 1, sub_category_variation: 'S, M, L' }]);
});
