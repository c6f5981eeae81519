import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { startOfIndianDay, toIndianDate } from '#api/services/indian-days.ts';
import type { DaySales, SalesPeriod } from '#lib/contract/admin/home.ts';
import { ORDER_CANCELLED, ORDER_RETURNED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';

/** Days of the chart, of the list of products and of the longest period. */
export const REPORTED_DAYS = 30;

/** Periods that are compared with as many days before. */
const PERIODS = [1, 7, REPORTED_DAYS];

/**
 * Orders that are sales: placed, and neither cancelled, returned to origin nor refunded since. Each counts with its whole total, charges
 * included, on the day on which it was placed.
 */
export const isSale = sql<boolean>`status NOT IN (${sql.lit(PAYMENT_PENDING)}, ${sql.lit(ORDER_CANCELLED)}, ${sql.lit(ORDER_RETURNED)})
    AND payment_status NOT IN ('refunded', 'failed')`;

/** Orders that were sales and are none any more. One that was never paid for online was none; one that came back unpaid on delivery was. */
const wasSale = sql<boolean>`(status = ${sql.lit(ORDER_RETURNED)} OR payment_status = 'refunded'
    OR (status = ${sql.lit(ORDER_CANCELLED)} AND payment_status <> 'failed'))`;

interface Sum {
  orders: number;
  /** Paise. */
  amount: number;
}

/** A time from and until, in milliseconds since 1970. */
type Range = readonly [from: number, until: number];

/** The sums of each range, in their order. Each is read from its part of the index of the condition. */
async function sumRanges(db: Db, condition: RawBuilder<boolean>, ranges: readonly Range[]): Promise<Sum[]> {
  const sumOf = ([from, until]: Range, position: number): RawBuilder<unknown> => sql`
    SELECT CAST(${sql.lit(position)} AS INTEGER) AS position, COUNT(*) AS orders, SUM(final_amount) AS amount FROM orders
    WHERE placed_at >= ${new Date(from).toISOString()} AND placed_at < ${new Date(until).toISOString()} AND ${condition}`;
  const { rows } = await sql<Record<'position' | 'orders' | 'amount', number | string | null>>`
    ${sql.join(ranges.map(sumOf), sql` UNION ALL `)}`.execute(db);
  const sums = new Map(rows.map((row) => [Number(row.position), row]));
  return ranges.map((_, i) => ({ orders: Number(sums.get(i)?.orders ?? 0), amount: Number(sums.get(i)?.amount ?? 0) }));
}

const add = (sums: readonly Sum[]): Sum => ({
  orders: sums.reduce((total, { orders }) => total + orders, 0),
  amount: sums.reduce((total, { amount }) => total + amount, 0),
});

const toReply = (...sums: readonly Sum[]) => {
  const { orders, amount } = add(sums);
  return { orders, amount: toRupees(amount) };
};

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
  const sums = await sumRanges(db, isSale, [...wholeDays, ...partDays]);
  const until = today + DAY_MS;
  const lost = await sumRanges(
    db,
    wasSale,
    PERIODS.map((days): Range => [until - days * DAY_MS, until]),
  );
  const periods = PERIODS.map((days, i): SalesPeriod => {
    const first = 2 * REPORTED_DAYS - days;
    const partDay = sums.slice(2 * REPORTED_DAYS + i, 2 * REPORTED_DAYS + i + 1);
    return {
      days,
      sold: toReply(...sums.slice(first, 2 * REPORTED_DAYS)),
      before: toReply(...sums.slice(first - days, first - 1), ...partDay),
      left_out: toReply(...lost.slice(i, i + 1)),
    };
  });
  const days = starts
    .slice(REPORTED_DAYS)
    .map((start, i) => ({ date: toIndianDate(start), ...toReply(...sums.slice(REPORTED_DAYS + i, REPORTED_DAYS + i + 1)) }));
  return { periods, days };
}
