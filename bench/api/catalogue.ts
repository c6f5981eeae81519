import { generateProduct, productNames } from '#bench/measure/generated-product.ts';
import { scatter } from '#bench/measure/random.ts';
import { bumpRevision } from '../../src/api/database/catalogue-revision.ts';
import type { Db, Tx } from '../../src/api/database/schema/engine.ts';
import { indexProducts } from '../../src/api/database/search/product-index.ts';
import { write } from '../../src/api/database/transaction.ts';
import { MINUTE_MS } from '../../src/lib/rules/durations.ts';

/** Rows per INSERT, within the parameter limits of SQLite and PostgreSQL. */
const BATCH_ROWS = 500;
/** Products per transaction, which keeps the memory of a large catalogue small. */
const PRODUCTS_PER_WRITE = 5000;
const SELLERS = 40;
const FIRST_DAY = Date.UTC(2024, 0, 1);

const pictures = (id: number): string => [1, 2, 3].map((n) => `/media/${id % 997}-${n}.svg#900x1200`).join(', ');

function toRows(id: number, categories: ReadonlyMap<string, number>) {
  const { slug, name, description, brand, category, keywords, variants, ...rupees } = generateProduct(id);
  const prices = { price: rupees.price * 100, mrp: rupees.mrp * 100 };
  const product = {
    ...{ id, slug, name, description, brand, keywords, ...prices },
    pictures: pictures(id),
    picture_alts: '[]',
    sub_category_id: categories.get(category) ?? 1,
    seller_id: 1 + scatter(id, SELLERS),
    country_of_origin: 'India',
    stock: variants.reduce((sum, { stock }) => sum + stock, 0),
    import_hash: '',
    active: 1,
    created_at: new Date(FIRST_DAY + scatter(id * 11, 1_000_000) * MINUTE_MS).toISOString(),
  };
  const rows = variants.map(({ size, sku, stock }, position) => ({
    ...{ product_id: id, product_variation: size, size: size || null, sku, stock, position, ...prices },
    active: 1,
  }));
  return { product, variants: rows };
}

async function insertAll<Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH_ROWS) await insert(rows.slice(i, i + BATCH_ROWS));
}

async function addSellersAndCategories(tx: Tx): Promise<Map<string, number>> {
  const sellers = Array.from({ length: SELLERS }, (_, i) => ({
    kind: i % 4 === 0 ? ('wholesaler' as const) : ('retailer' as const),
    name: `Seller ${i + 1}`,
  }));
  await tx.insertInto('seller').values(sellers).execute();
  const kinds = [...new Set(productNames().map(({ articleType }) => articleType))];
  await insertAll(kinds, (batch) =>
    tx
      .insertInto('sub_category')
      .values(batch.map((name, i) => ({ name, image: '/media/category.svg#300x300', position: i })))
      .execute(),
  );
  const rows = await tx.selectFrom('sub_category').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function addProducts(tx: Tx, ids: readonly number[], categories: ReadonlyMap<string, number>): Promise<void> {
  await insertAll(
    ids.map((id) => toRows(id, categories)),
    async (batch) => {
      await tx
        .insertInto('product')
        .values(batch.map(({ product }) => product))
        .execute();
      await tx
        .insertInto('variant')
        .values(batch.flatMap(({ variants }) => variants))
        .execute();
    },
  );
  await indexProducts(tx, ids);
}

/** Fills an empty shop with `count` generated products. */
export async function fillCatalogue(db: Db, count: number): Promise<void> {
  const categories = await write(db, addSellersAndCategories);
  for (let from = 1; from <= count; from += PRODUCTS_PER_WRITE) {
    const ids = Array.from({ length: Math.min(PRODUCTS_PER_WRITE, count - from + 1) }, (_, i) => from + i);
    await write(db, (tx) => addProducts(tx, ids, categories));
  }
  await write(db, bumpRevision);
}
