import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { listWarnings } from '#api/services/health/warnings.ts';
import type { TaskCount, Tasks } from '#lib/contract/admin/home.ts';
import { MAX_COUNTED_TASKS } from '#lib/contract/limits.ts';
import { ORDER_CONFIRMED, ORDER_PLACED } from '#lib/contract/order-status.ts';
import { LOW_STOCK } from '#lib/rules/product/stock-notes.ts';

const addCounts = (one: TaskCount, other: TaskCount): TaskCount => ({
  count: Math.min(one.count + other.count, MAX_COUNTED_TASKS),
  more: one.more || other.more || one.count + other.count > MAX_COUNTED_TASKS,
});

/** Counts the rows of a query up to `MAX_COUNTED_TASKS`. */
async function countUpToMost<Schema extends Tables, Table extends keyof Schema>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, unknown>,
): Promise<TaskCount> {
  const some = query.select(sql<number>`1`.as('one')).limit(MAX_COUNTED_TASKS + 1);
  const { found } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll().as('found'))
    .executeTakeFirstOrThrow();
  const count = Number(found);
  return { count: Math.min(count, MAX_COUNTED_TASKS), more: count > MAX_COUNTED_TASKS };
}

/** Written into the query, so that SQLite sees that its partial index applies. */
const hasStatus = (status: string) => sql<boolean>`orders.status = ${sql.lit(status)}`;

const variantsOnSale = (db: Db) =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .where('variant.active', '=', 1)
    .where('product.active', '=', 1);

/** Orders with what staff have done to them and can still undo, which counts as done. */
const withStaged = (db: Db) => db.selectFrom('orders').leftJoin('staged_change', 'staged_change.order_id', 'orders.id');

const unpacked = (db: Db) => db.selectFrom('orders').select('orders.id').where('packed_at', 'is', null);

/** What packers do: orders that are confirmed, and those that are packed and not shipped. */
async function readPackingTasks(db: Db) {
  const staged = db.selectFrom('staged_change');
  const confirmed = withStaged(db).where(hasStatus(ORDER_CONFIRMED)).where('staged_change.order_id', 'is', null);
  const hasOrders = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  return {
    to_pack: addCounts(
      await countUpToMost(db, confirmed.where('packed_at', 'is', null)),
      await countUpToMost(db, staged.where('status', '=', ORDER_CONFIRMED).where('order_id', 'in', unpacked(db))),
    ),
    to_ship: addCounts(
      await countUpToMost(db, confirmed.where('packed_at', 'is not', null)),
      await countUpToMost(db, staged.where('kind', '=', 'pack')),
    ),
    has_orders: hasOrders !== undefined,
  };
}

/** What is to be done now, as counts; only packing and shipping for `packer`. */
export async function readTasks(db: Db, role: 'owner' | 'packer'): Promise<Tasks> {
  const packing = await readPackingTasks(db);
  if (role === 'packer') return packing;
  return {
    ...packing,
    to_confirm: await countUpToMost(
      db,
      withStaged(db).where(hasStatus(ORDER_PLACED)).where('staged_change.order_id', 'is', null),
    ),
    refunds_due: await countUpToMost(db, db.selectFrom('refund').where('done_at', 'is', null).where('amount', '>', 0)),
    open_messages: await countUpToMost(db, db.selectFrom('contact_message').where('state', '=', 'open')),
    low_stock: {
      low: await countUpToMost(db, variantsOnSale(db).where('variant.stock', '>', 0).where('variant.stock', '<=', LOW_STOCK)),
      sold_out: await countUpToMost(db, variantsOnSale(db).where('variant.stock', '<=', 0)),
    },
    warnings: await listWarnings(db),
  };
}
