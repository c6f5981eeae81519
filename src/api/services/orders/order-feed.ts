import { sql } from 'kysely';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { refuseField } from '#api/services/refusal.ts';
import { ORDER_CHANGES_PER_CALL } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { ORDER_PLACED } from '#lib/contract/order-status.ts';
import type { ProgramOrder } from '#lib/contract/programs/orders.ts';
import { listOrders } from './read-orders.ts';

/** How many later changes may be committed before one that began earlier. */
const MAX_LATE_CHANGES = 10_000;

/** Changes that are numbered at once. */
const MAX_NUMBERED = 1000;

/** Changes of orders that have no number yet, oldest first. */
const selectUnnumbered = (db: Db) =>
  db
    .selectFrom('order_event')
    .select('order_event.id')
    .where(({ eb, selectFrom }) =>
      eb(
        'order_event.id',
        '>',
        selectFrom('order_feed').select(
          sql<number>`coalesce(max(order_event_id), 0) - ${sql.lit(MAX_LATE_CHANGES)}`.as('oldest'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('order_feed').select('id').whereRef('order_event_id', '=', 'order_event.id'))),
    )
    .orderBy('order_event.id')
    .limit(MAX_NUMBERED);

/**
 * Numbers the changes that are committed by now. Ids of changes do not tell their order of commit: on PostgreSQL a program that had read up to
 * an id would miss a lower one that is committed later.
 */
async function numberChanges(db: Db): Promise<void> {
  if (!(await selectUnnumbered(db).limit(1).executeTakeFirst())) return;
  await write(db, async (tx) => {
    // Whoever reads sees the numbers of earlier transactions only, in the order of their commits.
    await takeAdvisoryLock(tx, 'order-feed');
    await tx.insertInto('order_feed').columns(['order_event_id']).expression(selectUnnumbered(tx)).execute();
  });
}

async function toProgramOrders(db: Db, ids: readonly number[]): Promise<Map<number, ProgramOrder>> {
  if (ids.length === 0) return new Map();
  const orders = await listOrders(db, { ids });
  const customers = await db.selectFrom('orders').select(['id', 'customer_id']).where('id', 'in', ids).execute();
  const items = await db
    .selectFrom('order_item')
    .innerJoin('variant', 'variant.id', 'order_item.variant_id')
    .select(['order_id', 'variant.id as variant_id', 'variant.product_id', 'sku'])
    .where('order_id', 'in', ids)
    .execute();
  const customerIds = new Map(customers.map(({ id, customer_id }) => [id, customer_id]));
  const skus = new Map(items.map(({ variant_id, sku }) => [variant_id, sku]));
  const single = new Map(items.map(({ product_id, sku }) => [product_id, sku]));
  return new Map(
    orders.map((order) => [
      order.order_id,
      {
        ...order,
        customer_id: customerIds.get(order.order_id) ?? 0,
        items: order.items.map((item) => ({
          ...item,
          sku: (item.variant_id === null ? single.get(item.product_id) : skus.get(item.variant_id)) ?? null,
        })),
      },
    ]),
  );
}

/**
 * Orders that were placed or changed since a cursor, in the order of their last change in this part, with the next cursor. Orders that were
 * never placed are left out. Throws a `Refusal` (422) for a cursor that this shop has not given.
 */
export async function readOrderFeed(db: Db, cursor: number): Promise<{ orders: ProgramOrder[]; cursor: number; more: boolean }> {
  await numberChanges(db);
  const changes = await db
    .selectFrom('order_feed')
    .innerJoin('order_event', 'order_event.id', 'order_event_id')
    .select(['order_feed.id', 'order_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_event as placed')
          .select('placed.id')
          .whereRef('placed.order_id', '=', 'order_event.order_id')
          .where('placed.status', '=', ORDER_PLACED),
      ).as('is_placed'),
    )
    .where('order_feed.id', '>', cursor)
    .orderBy('order_feed.id')
    .limit(ORDER_CHANGES_PER_CALL)
    .execute();
  const last = changes.at(-1)?.id ?? cursor;
  if (changes.length === 0) {
    const { newest } = await db
      .selectFrom('order_feed')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirstOrThrow();
    if (cursor > Number(newest ?? 0)) throw refuseField('cursor', failure.orderCursor);
  }
  // An id that is set again moves to the end.
  const ids = new Set<number>();
  for (const { order_id, is_placed } of changes) {
    ids.delete(order_id);
    if (is_placed) ids.add(order_id);
  }
  const orders = await toProgramOrders(db, [...ids]);
  return {
    orders: [...ids].flatMap((id) => orders.get(id) ?? []),
    cursor: last,
    more: changes.length === ORDER_CHANGES_PER_CALL,
  };
}

/** One order for a program by its number, in any case; undefined for an unknown one. */
export async function findProgramOrder(db: Db, orderNumber: string): Promise<ProgramOrder | undefined> {
  const [order] = await listOrders(db, { orderNumber });
  return order && (await toProgramOrders(db, [order.order_id])).get(order.order_id);
}
