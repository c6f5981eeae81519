import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { selectPage, toCursor } from '#api/services/page-cursor.ts';
import { ORDER_DELIVERED } from '#lib/contract/order-status.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import { toSignedRupees } from './describe-match.ts';
import { collectedOnDelivery } from './match-remittance.ts';

/** Days after the delivery by which couriers pay; later, the money is late. */
export const REMITTANCE_DAYS = 10;

/** How far back late money is looked for, in days. */
const LATE_DAYS = 120;

/** The days that the sums are about. */
export const SUM_DAYS = 30;

const PAGE_SIZE = 50;

export interface CodOrder {
  order_number: string;
  awb: string;
  courier: string;
  at: string;
  expected: string;
  remitted: string;
}

/** Orders of which something is paid on delivery that arrived in a period, for the last time, with what couriers have paid for them. */
const selectDelivered = (db: Db, from: string, until: string) =>
  db
    .selectFrom('order_event')
    .innerJoin('orders', 'orders.id', 'order_event.order_id')
    .leftJoin('remitted_order', 'remitted_order.order_id', 'orders.id')
    .where('order_event.status', '=', ORDER_DELIVERED)
    .where('order_event.id', '=', ({ selectFrom }) =>
      selectFrom('order_event as last')
        .select(({ fn }) => fn.max('last.id').as('id'))
        .whereRef('last.order_id', '=', 'orders.id')
        .where('last.status', '=', ORDER_DELIVERED),
    )
    .where('order_event.at', '>=', from)
    .where('order_event.at', '<', until)
    .where('orders.status', '=', ORDER_DELIVERED)
    .where(collectedOnDelivery, '>', 0);

async function readParcels(db: Db, orderIds: readonly number[]): Promise<Map<number, { awb: string; courier: string }>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shipment')
    .select(['order_id', 'tracking_number', 'courier'])
    .where('order_id', 'in', orderIds)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ order_id }) => order_id)].map(([id, parcels]) => [
      id,
      {
        awb: parcels.map(({ tracking_number }) => tracking_number).join(', '),
        courier: [...new Set(parcels.map(({ courier }) => courier))].join(', '),
      },
    ]),
  );
}

interface Row {
  id: number;
  order_number: string;
  at: string;
  expected: number;
  remitted: number;
}

const orderId = sql<string>`CAST(orders.id AS TEXT)`;

async function describe(db: Db, rows: readonly Row[]): Promise<{ orders: CodOrder[]; next: string | undefined }> {
  const shown = rows.slice(0, PAGE_SIZE);
  const parcels = await readParcels(
    db,
    shown.map(({ id }) => id),
  );
  const orders = shown.map(({ id, order_number, at, expected, remitted }) => ({
    order_number,
    ...(parcels.get(id) ?? { awb: '', courier: '' }),
    at,
    expected: toSignedRupees(expected),
    remitted: toSignedRupees(remitted),
  }));
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return { orders, next: last && toCursor(last) };
}

/** The time after which orders are waited for: shops that have read no remittance yet wait for none. */
async function findStart(db: Db): Promise<string | undefined> {
  const first = await db.selectFrom('remittance').select('read_at').orderBy('id').limit(1).executeTakeFirst();
  if (!first) return undefined;
  const start = Math.max(Date.parse(first.read_at) - SUM_DAYS * DAY_MS, Date.now() - LATE_DAYS * DAY_MS);
  return new Date(start).toISOString();
}

/** Orders that were delivered more than `REMITTANCE_DAYS` ago and that no remittance names, newest first. */
export async function listLate(db: Db, before?: string): Promise<{ orders: CodOrder[]; next: string | undefined }> {
  const start = await findStart(db);
  if (!start) return { orders: [], next: undefined };
  const late = selectDelivered(db, start, isoAgo(REMITTANCE_DAYS * DAY_MS))
    .where('remitted_order.order_id', 'is', null)
    .select(['orders.id', 'order_number', 'order_event.at', collectedOnDelivery.as('expected')]);
  const page = { at: 'order_event.at', id: orderId, before, limit: PAGE_SIZE + 1 };
  const rows = await selectPage(db, late, page).execute();
  return describe(
    db,
    rows.map((row) => ({ ...row, remitted: 0 })),
  );
}

/** Orders for which couriers have paid too little, too much, or although nothing was due; last changed first. */
export async function listWrong(
  db: Db,
  state: 'short' | 'over' | 'not_due',
  before?: string,
): Promise<{ orders: CodOrder[]; next: string | undefined }> {
  const wrong = db
    .selectFrom('remitted_order')
    .innerJoin('orders', 'orders.id', 'remitted_order.order_id')
    .select(['orders.id', 'order_number', 'remitted_order.changed_at as at', 'expected', 'remitted'])
    .where('state', '=', state);
  const page = { at: 'remitted_order.changed_at', id: orderId, before, limit: PAGE_SIZE + 1 };
  return describe(db, await selectPage(db, wrong, page).execute());
}

/** Lines that name no parcel of this shop, newest file first. */
export async function listUnknown(db: Db): Promise<{ awb: string; amount: string; paid_on: string; reference: string }[]> {
  const rows = await db
    .selectFrom('remittance_line')
    .select(['awb', 'amount', 'paid_on', 'reference'])
    .where('order_id', 'is', null)
    .orderBy('remittance_id', 'desc')
    .orderBy('awb')
    .limit(PAGE_SIZE)
    .execute();
  return rows.map(({ amount, ...row }) => ({ ...row, amount: toSignedRupees(amount) }));
}

/** Sums about the orders delivered in the last `SUM_DAYS`, in rupees. */
export async function sumCod(db: Db): Promise<{ expected: string; remitted: string; waiting: string; short: string }> {
  const rows = await selectDelivered(db, isoAgo(SUM_DAYS * DAY_MS), '9999')
    .select(({ fn, eb }) => [
      fn.sum<number | null>(collectedOnDelivery).as('expected'),
      fn.sum<number | null>('remitted').as('remitted'),
      fn
        .sum<number | null>(eb.case().when('remitted_order.order_id', 'is', null).then(collectedOnDelivery).else(0).end())
        .as('waiting'),
      fn
        .sum<number | null>(
          eb
            .case()
            .when('remitted_order.state', '=', 'short')
            .then(eb('remitted_order.expected', '-', eb.ref('remitted_order.remitted')))
            .else(0)
            .end(),
        )
        .as('short'),
    ])
    .executeTakeFirst();
  const rupees = (paise: unknown): string => toSignedRupees(Number(paise ?? 0));
  return {
    expected: rupees(rows?.expected),
    remitted: rupees(rows?.remitted),
    waiting: rupees(rows?.waiting),
    short: rupees(rows?.short),
  };
}

/** The remittance files that were read, newest first. */
export const listRemittances = (db: Db) =>
  db
    .selectFrom('remittance')
    .innerJoin('remittance_line', 'remittance_line.remittance_id', 'remittance.id')
    .select(['remittance.id', 'file_name', 'courier', 'read_at'])
    .select(({ fn }) => [fn.countAll<number>().as('lines'), fn.sum<number>('amount').as('amount')])
    .where('remittance.id', 'in', ({ selectFrom }) => selectFrom('remittance').select('id').orderBy('id', 'desc').limit(10))
    .groupBy(['remittance.id', 'file_name', 'courier', 'read_at'])
    .orderBy('remittance.id', 'desc')
    .execute();
