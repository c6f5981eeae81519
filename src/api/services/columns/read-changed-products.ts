import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { onSaleCondition } from '#api/services/filters/filters.ts';
import type { StoredOrder } from './product-columns.ts';
import { isInStock, selectSizedVariants } from './sized-variants.ts';

/** Products that one query reads: on SQLite it blocks the process for milliseconds. */
const BATCH_SIZE = 256;

/** What the columns hold of a product on sale. */
export interface ChangedProduct {
  id: number;
  sub_category_id: number;
  /** Paise. */
  price: number;
  in_stock: number;
  /** Its variants on sale with a size. */
  variants: readonly { product_variation: string; in_stock: number }[];
}

/** Calls `read` with the ids in batches, which are padded for few distinct statements. */
async function readInBatches<Row>(ids: readonly number[], read: (batch: number[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    // Other requests are answered in between.
    if (from > 0) await nextTurn();
    rows.push(...(await read(padToPowerOfTwo(ids.slice(from, from + BATCH_SIZE)))));
  }
  return rows;
}

/** Reads products, those that are on sale. */
export async function readChangedProducts(db: Db, ids: readonly number[]): Promise<ChangedProduct[]> {
  return readInBatches(ids, async (batch) => {
    const products = await db
      .selectFrom('product')
      .select(['id', 'sub_category_id', 'price', isInStock.as('in_stock')])
      .where('id', 'in', batch)
      .where(onSaleCondition)
      .execute();
    const sized = await selectSizedVariants(db).where('product_id', 'in', batch).execute();
    const variants = Map.groupBy(sized, ({ product_id }) => product_id);
    return products.map((product) => ({ ...product, variants: variants.get(product.id) ?? [] }));
  });
}

/** An order whose sort key is not in the columns. */
type KeyedOrder = Exclude<StoredOrder, 'price_asc'>;

/** Finds the products before another one in an order, the nearest first. */
const earlierProducts: Record<KeyedOrder, { condition: string; ordering: string }> = {
  newest: {
    condition: '(earlier.created_at, earlier.id) > (product.created_at, product.id)',
    ordering: 'earlier.created_at, earlier.id',
  },
  name_asc: {
    // SQLite finds its place in the index of names by the first condition only.
    condition: `earlier.name COLLATE NOCASE <= product.name COLLATE NOCASE
      AND (earlier.name COLLATE NOCASE, earlier.id) < (product.name COLLATE NOCASE, product.id)`,
    ordering: 'earlier.name COLLATE NOCASE DESC, earlier.id DESC',
  },
};

/** A product and the one before it in an order; null for the first. */
export interface Neighbours {
  id: number;
  before: number | null;
}

/** Reads which products are just before these ones in an order, if they are on sale. Products with a greater id than `lastId` do not count. */
export async function readNeighbours(db: Db, order: KeyedOrder, ids: readonly number[], lastId: number): Promise<Neighbours[]> {
  const { condition, ordering } = earlierProducts[order];
  return readInBatches(ids, (batch) =>
    db
      .selectFrom('product')
      .select([
        'product.id',
        // The plus keeps the index of ids out of the plan.
        sql<number | null>`(SELECT earlier.id FROM product AS earlier WHERE earlier.active = 1 AND +earlier.id <= ${lastId}
          AND ${sql.raw(condition)} ORDER BY ${sql.raw(ordering)} LIMIT 1)`.as('before'),
      ])
      .where('product.id', 'in', batch)
      .where(onSaleCondition)
      .execute(),
  );
}
