import { sql } from 'kysely';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { lockStock } from '#api/database/locks.ts';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { MAX_EVENT_PRODUCTS, recordChangedProducts } from '#api/services/events/product-events.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { keyOfCategory, keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';

/** Due variants of one transaction, and others of the last product: it blocks other writers on SQLite for about 20 ms. */
const BATCH_VARIANTS = 400;

/** Gives variants whose sale has begun or ended their price. Returns the ids of their products. */
async function updateVariants(tx: Tx, productIds: readonly number[], now: string): Promise<number[]> {
  const unlessOver = (column: string) => sql<never>`CASE WHEN sale_ends_at <= ${now} THEN NULL ELSE ${sql.ref(column)} END`;
  const updated = await tx
    .updateTable('variant')
    .set({
      price: sql<number>`CASE WHEN sale_ends_at <= ${now} THEN COALESCE(regular_price, price) ELSE sale_price END`,
      regular_price: sql<number>`CASE WHEN sale_ends_at <= ${now} THEN NULL ELSE COALESCE(regular_price, price) END`,
      sale_price: unlessOver('sale_price'),
      sale_starts_at: unlessOver('sale_starts_at'),
      sale_ends_at: unlessOver('sale_ends_at'),
      sale_due_at: unlessOver('sale_ends_at'),
    })
    .where('product_id', 'in', padToPowerOfTwo(productIds))
    .where('sale_due_at', '<=', now)
    .returning('product_id')
    .execute();
  return [...new Set(updated.map(({ product_id }) => product_id))];
}

/** Writes the price of products after that of their variants has changed, and raises the revision. Their stock must be locked. */
export async function publishPrices(tx: Tx, productIds: readonly number[], now: string): Promise<void> {
  if (productIds.length === 0) return;
  const ids = padToPowerOfTwo(productIds);
  // One statement that reads each variant once, whatever a database knows of its tables just after an import.
  const products = await tx
    .updateTable('product')
    .from((eb) =>
      eb
        .selectFrom('variant')
        .select(['product_id', 'price', 'mrp'])
        .select(sql<number>`row_number() OVER (PARTITION BY product_id ORDER BY price, position)`.as('place'))
        .where('product_id', 'in', ids)
        .where('active', '=', 1)
        .as('cheapest'),
    )
    .set((eb) => ({ price: eb.ref('cheapest.price'), mrp: eb.ref('cheapest.mrp'), updated_at: now }))
    .whereRef('cheapest.product_id', '=', 'product.id')
    .where('place', '=', 1)
    .returning(['product.id', 'sub_category_id'])
    .execute();
  const keys = products.flatMap(({ id, sub_category_id }) => [keyOfProduct(id), keyOfCategory(sub_category_id)]);
  await bumpRevision(tx, [LISTING_KEY, ...keys]);
  const changed = products.map(({ id }) => id);
  recordChangedProducts(tx, 'sale', { count: changed.length, ids: changed.slice(0, MAX_EVENT_PRODUCTS) });
}

/** Whether a sale should have begun or ended by now. */
export async function hasDueSales(db: Db): Promise<boolean> {
  const due = await db.selectFrom('variant').select('id').where('sale_due_at', '<=', isoNow()).limit(1).executeTakeFirst();
  return due !== undefined;
}

/**
 * Begins and ends due sales of some products in one transaction: writes the prices that pages, lists, filters and feeds read. Safe to run in
 * several processes, and to be killed: what is not written is still due.
 */
export async function applyDueSales(tx: Tx): Promise<void> {
  const now = isoNow();
  const due = await tx
    .selectFrom('variant')
    .select('product_id')
    .where('sale_due_at', '<=', now)
    .orderBy('sale_due_at')
    .limit(BATCH_VARIANTS)
    .execute();
  if (due.length === 0) return;
  const ids = [...new Set(due.map(({ product_id }) => product_id))];
  // Another process may begin the same sales.
  await lockStock(tx, ids);
  await publishPrices(tx, await updateVariants(tx, ids, now), now);
}
