import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { DaySales, SalesPeriod } from '#lib/contract/admin/home.ts';
import { ORDER_CANCELLED, ORDER_RETURNED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { startOfIndianDay, toIndianDate } from './indian-days.ts';

/** Days of the chart, of the list of products and of the longest period. */
export const REPORTED_DAYS = 30;

/** Periods that are compared with as many days before. */
const PERIODS = [1, 7, REPORTED_DAYS];

/**
 * Orders that are sales: placed, and neither cancelled, returned to origin nor refunded since. Each counts with its whole total, charges
 * included, on the day on which it was placed.
 */
export const isSale = sql<boolean>`orders.status NOT IN (${sql.lit(PAYMENT_PENDING)}, ${sql.lit(ORDER_CANCELLED)}, ${sql.lit(ORDER_RETURNED)})
  AND orders.payment_status NOT IN ('refunded', 'failed')`;

/** Orders that were sales and are none any more. One that was never paid for online was none; one that came back unpaid on delivery was. */
const wasSale = sql<boolean>`orders.status = ${sql.lit(ORDER_RETURNED)} OR orders.payment_status = 'refunded'
  OR (orders.status = ${sql.lit(ORDER_CANCELLED)} AND orders.payment_status <> 'failed')`;

interface Sums {
  orders: number;
  amount: number;
  lostOrders: number;
  lostAmount: number;
}

/** A time from and until, in milliseconds since 1970. */
type Range = readonly [from: number, until: number];

/** The sums of each range, in their order. Each is read from its part of one index. */
async function sumRanges(db: Db, ranges: readonly Range[]): Promise<Sums[]> {
  const sumOf = ([from, until]: Range, position: number): RawBuilder<unknown> => sql`SELECT
      CAST(${sql.lit(position)} AS INTEGER) AS position,
      COUNT(*) FILTER (WHERE ${isSale}) AS orders, SUM(final_amount) FILTER (WHERE ${isSale}) AS amount,
      COUNT(*) FILTER (WHERE ${wasSale}) AS lost_orders, SUM(final_amount) FILTER (WHERE ${wasSale}) AS lost_amount
    FROM orders WHERE placed_at >= ${new Date(from).toISOString()} AND placed_at < ${new Date(until).toISOString()}`;
  const { rows } = await sql<Record<'position' | 'orders' | 'amount' | 'lost_orders' | 'lost_amount', number | string | null>>`
    ${sql.join(ranges.map(sumOf), sql` UNION ALL `)}`.execute(db);
  const sums = ranges.map((): Sums => ({ orders: 0, amount: 0, lostOrders: 0, lostAmount: 0 }));
  for (const row of rows)
    sums[Number(row.position)] = {
      orders: Number(row.orders),
      amount: Number(row.amount ?? 0),
      lostOrders: Number(row.lost_orders),
      lostAmount: Number(row.lost_amount ?? 0),
    };
  return sums;
}

const add = (sums: readonly Sums[]): Sums =>
  sums.reduce(
    (total, { orders, amount, lostOrders, lostAmount }) => ({
      orders: total.orders + orders,
      amount: total.amount + amount,
      lostOrders: total.lostOrders + lostOrders,
      lostAmount: total.lostAmount + lostAmount,
    }),
    { orders: 0, amount: 0, lostOrders: 0, lostAmount: 0 },
  );

const toSum = ({ orders, amount }: Sums) => ({ orders, amount: toRupees(amount) });
const toLost = ({ lostOrders, lostAmount }: Sums) => ({ orders: lostOrders, amount: toRupees(lostAmount) });

/**
 * Sales of each of the last `REPORTED_DAYS` days in Indian time, and of today, 7 and 30 days against as many days before. The days before end
 * at the same time of day as now, so that the two are equally long.
 */
export async function readSales(db: Db, now = Date.now()): Promise<{ periods: SalesPeriod[]; days: DaySales[] }> {
  const today = startOfIndianDay(now);
  // The oldest first; twice as many, for what is compared.
  const starts = Array.from({ length: 2 * REPORTED_DAYS }, (_, i) => today - (2 * REPORTED_DAYS - 1 - i) * DAY_MS);
  const wholeDays = starts.map((start): Range => [start, start + DAY_MS]);
  const partDays = PERIODS.map((days): Range => [today - days * DAY_MS, now - days * DAY_MS]);
  const sums = await sumRanges(db, [...wholeDays, ...partDays]);
  const periods = PERIODS.map((days, i): SalesPeriod => {
    const first = 2 * REPORTED_DAYS - days;
    const sold = add(sums.slice(first, 2 * REPORTED_DAYS));
    const before = add([...sums.slice(first - days, first - 1), ...sums.slice(2 * REPORTED_DAYS + i, 2 * REPORTED_DAYS + i + 1)]);
    return { days, sold: toSum(sold), before: toSum(before), left_out: toLost(sold) };
  });
  const days = starts.slice(REPORTED_DAYS).map((start, i) => ({
    date: toIndianDate(start),
    ...toSum(add(sums.slice(REPORTED_DAYS + i, REPORTED_DAYS + i + 1))),
  }));
  return { periods, days };
}
