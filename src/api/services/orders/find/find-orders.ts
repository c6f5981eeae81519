import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { calledStatuses } from '#api/services/orders/edits/call-results.ts';
import { readCursor, toCursor } from '#api/services/page-cursor.ts';
import { type OrderTab, orderTabs } from '#lib/contract/admin/orders.ts';
import type { PaymentFilter } from '#lib/contract/admin/payment-filters.ts';
import { MAX_COUNTED_ORDERS, ORDERS_PER_PAGE } from '#lib/contract/limits.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import { type TabRule, tabRules } from './order-tabs.ts';
import { findByText } from './search-orders.ts';

export interface OrderSearch {
  tab?: OrderTab | undefined;
  status?: OrderStatus | undefined;
  payment?: PaymentFilter | undefined;
  sellerId?: number | undefined;
  pincode?: string | undefined;
  /** Placed at this time or later, and at that time or earlier (ISO 8601). */
  since?: string | undefined;
  until?: string | undefined;
  text?: string | undefined;
  refundDue?: boolean | undefined;
  /** A cursor: orders that are older than the one it names, or newer. */
  after?: string | undefined;
  before?: string | undefined;
  limit?: number | undefined;
}

interface Place {
  id: number;
  placed_at: string;
}

type Query = SelectQueryBuilder<Tables, 'orders', Place>;

const paymentRules: Record<PaymentFilter, (query: Query) => Query> = {
  cod: (query) => query.where('orders.payment_method', '=', 'cod'),
  'cod-unconfirmed': (query) =>
    query
      .where('orders.payment_method', '=', 'cod')
      .where('orders.status', 'in', calledStatuses)
      .where(({ or, eb }) => or([eb('orders.call_result', 'is', null), eb('orders.call_result', '<>', 'confirmed')])),
  prepaid: (query) => query.where('orders.payment_method', '=', 'prepaid'),
  paid: (query) => query.where('orders.payment_status', '=', 'paid'),
  unpaid: (query) => query.where('orders.payment_status', '=', 'pending'),
};

function withFilters(query: Query, search: OrderSearch, isFound: RawBuilder<SqlBool> | undefined): Query {
  const { payment, sellerId, pincode, since, until, refundDue } = search;
  let filtered = query;
  if (payment) filtered = paymentRules[payment](filtered);
  if (sellerId !== undefined) filtered = filtered.where('orders.seller_id', '=', sellerId);
  if (pincode) filtered = filtered.where('orders.pincode', '>=', pincode).where('orders.pincode', '<', `${pincode}:`);
  if (since) filtered = filtered.where('orders.placed_at', '>=', since);
  if (until) filtered = filtered.where('orders.placed_at', '<=', until);
  if (refundDue)
    filtered = filtered.where('orders.id', 'in', (eb) =>
      eb.selectFrom('refund').select('refund.order_id').where('done_at', 'is', null),
    );
  if (isFound) filtered = filtered.where(isFound);
  return filtered;
}

/** Orders after the cursor of a page in the list, or before it, nearest first. */
function atCursor(query: Query, { after, before, limit = ORDERS_PER_PAGE }: OrderSearch): Query {
  const direction = before ? 'asc' : 'desc';
  const ordered = query
    .orderBy('orders.placed_at', direction)
    .orderBy('orders.id', direction)
    .limit(limit + 1);
  const text = before || after;
  if (!text) return ordered;
  const { at, id } = readCursor(text);
  const place = sql<boolean>`(${sql.ref('orders.placed_at')}, ${sql.ref('orders.id')})`;
  const end = sql`(${at}, CAST(${Number(id) || 0} AS BIGINT))`;
  return ordered.where(before ? sql<boolean>`${place} > ${end}` : sql<boolean>`${place} < ${end}`);
}

const selectPlaces = (db: Db): Query => db.selectFrom('orders').select(['orders.id', 'orders.placed_at']);

const stagedIds = sql<number>`(SELECT order_id FROM staged_change)`;

function ofTab(db: Db, { statuses, isPacked }: TabRule): Query {
  let query = selectPlaces(db);
  if (statuses) query = query.where('orders.status', 'in', statuses);
  if (isPacked !== undefined) query = query.where('orders.packed_at', isPacked ? 'is not' : 'is', null);
  return query.where('orders.id', 'not in', stagedIds);
}

const shownStatus = sql<string>`coalesce(
  (SELECT staged_change.status FROM staged_change WHERE staged_change.order_id = orders.id), orders.status)`;

const isShownPacked = sql<boolean>`(orders.packed_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM staged_change WHERE staged_change.order_id = orders.id AND kind = 'pack'))`;

function stagedInTab(db: Db, { statuses, isPacked }: TabRule): Query {
  let query = selectPlaces(db).where('orders.id', 'in', stagedIds);
  if (statuses) query = query.where(shownStatus, 'in', statuses);
  if (isPacked !== undefined) query = query.where(isPacked ? isShownPacked : sql<boolean>`NOT ${isShownPacked}`);
  return query;
}

function narrow(rule: TabRule, status: OrderStatus | undefined): TabRule {
  if (!status) return rule;
  return { ...rule, statuses: rule.statuses ? rule.statuses.filter((one) => one === status) : [status] };
}

const compare = (a: Place, b: Place): number => b.placed_at.localeCompare(a.placed_at) || b.id - a.id;

export interface FoundOrders {
  ids: number[];
  next?: string;
  previous?: string;
}

/** Finds a page of orders, newest first. What is staged on an order counts as done. */
export async function findOrders(db: Db, search: OrderSearch): Promise<FoundOrders> {
  const { tab = 'all', status, after, before, limit = ORDERS_PER_PAGE } = search;
  const rule = narrow(tabRules[tab], status);
  if (rule.statuses?.length === 0) return { ids: [] };
  const isFound = search.text ? await findByText(db, search.text) : undefined;
  const queries = [ofTab(db, rule), stagedInTab(db, rule)];
  const found: Place[] = [];
  for (const query of queries) found.push(...(await atCursor(withFilters(query, search, isFound), search).execute()));
  const sorted = found.toSorted(compare);
  const isMore = sorted.length > limit;
  const places = before ? sorted.slice(-limit) : sorted.slice(0, limit);
  const [first, last] = [places[0], places.at(-1)];
  const [hasOlder, hasNewer] = before ? [true, isMore] : [isMore, Boolean(after)];
  return {
    ids: places.map(({ id }) => id),
    ...(last && hasOlder && { next: toCursor({ at: last.placed_at, id: last.id }) }),
    ...(first && hasNewer && { previous: toCursor({ at: first.placed_at, id: first.id }) }),
  };
}

/** Counts orders, at most one more than `MAX_COUNTED_ORDERS`. */
async function count(db: Db, query: Query): Promise<number> {
  const row = await db
    .selectFrom(query.limit(MAX_COUNTED_ORDERS + 1).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** How many orders parts of the list have, without filters; more than `MAX_COUNTED_ORDERS` are that and one. */
export async function countOrders(db: Db, tabs: readonly OrderTab[] = orderTabs): Promise<{ tab: OrderTab; count: number }[]> {
  const counts: { tab: OrderTab; count: number }[] = [];
  for (const tab of tabs) {
    const rule = tabRules[tab];
    const all = (await count(db, ofTab(db, rule))) + (await count(db, stagedInTab(db, rule)));
    counts.push({ tab, count: Math.min(all, MAX_COUNTED_ORDERS + 1) });
  }
  return counts;
}
