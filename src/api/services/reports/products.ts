import { sql } from 'kysely';
import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import { startOfIndianDay } from '#api/services/indian-days.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { LOW_STOCK } from '#lib/rules/product/stock-notes.ts';
import { isSale, REPORTED_DAYS } from './sales.ts';

/** Products of each list. */
const MAX_LISTED = 10;

/** The products of which most units were sold in the last `REPORTED_DAYS` days, with the price of their units. */
export async function readTopProducts(db: Db, now = Date.now()) {
  const from = new Date(startOfIndianDay(now) - (REPORTED_DAYS - 1) * DAY_MS).toISOString();
  const sold = db
    .selectFrom('orders')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .select(({ fn }) => ['product_id', fn.sum('order_item.quantity').as('units')])
    .select(sql<number>`SUM(order_item.quantity * order_item.price)`.as('amount'))
    .where('placed_at', '>=', from)
    .where(isSale)
    .groupBy('product_id')
    .orderBy('units', 'desc')
    .orderBy('product_id')
    .limit(MAX_LISTED)
    .as('sold');
  const rows = await db
    .selectFrom(sold)
    .innerJoin('product', 'product.id', 'sold.product_id')
    .select(['product_id', 'name', 'slug', 'units', 'amount'])
    .orderBy('units', 'desc')
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id, name, slug, units, amount }) => ({
    ...{ product_id, name, slug },
    units: Number(units),
    amount: toRupees(Number(amount)),
  }));
}

type TopProducts = ReturnType<typeof readTopProducts>;

const keptOf = keepPerDatabase((): { read?: TopProducts; until: number } => ({ until: 0 }));

/** Like `readTopProducts`, at most a minute old: it reads every item of the period, and pages are loaded again and again. */
export function readRecentTopProducts(db: Db): TopProducts {
  const kept = keptOf(db);
  if (kept.read && Date.now() < kept.until) return kept.read;
  kept.until = Date.now() + MINUTE_MS;
  kept.read = readTopProducts(db).catch((error: unknown) => {
    kept.until = 0;
    throw error;
  });
  return kept.read;
}

/** Variants on sale of which few units are left, the fewest first. */
export async function readLowStock(db: Db) {
  const rows = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['product.name', 'slug', 'product_variation', 'variant.stock'])
    .where('variant.active', '=', 1)
    .where('product.active', '=', 1)
    .where('variant.stock', '>', 0)
    .where('variant.stock', '<=', LOW_STOCK)
    .orderBy('variant.stock')
    .orderBy('variant.id')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ product_variation: variation, ...row }) => ({ ...row, variation }));
}
