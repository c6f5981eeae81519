import * as z from 'zod/mini';
import { adminCall } from './admin-call.ts';

/** A number of records, counted up to `MAX_COUNTED_TASKS`. */
export const taskCount = z.object({
  count: z.int(),
  /** Whether there are more than were counted. */
  more: z.boolean(),
});
export type TaskCount = z.output<typeof taskCount>;

const tasks = z.object({
  /** Packers get these two only. */
  to_pack: taskCount,
  to_ship: taskCount,
  to_confirm: z.optional(taskCount),
  refunds_due: z.optional(taskCount),
  open_messages: z.optional(taskCount),
  /** What shoppers can buy the last units of, and what is sold out. */
  low_stock: z.optional(z.object({ low: taskCount, sold_out: taskCount })),
  /** What `store doctor` warns of, by the hourly check. */
  warnings: z.optional(
    z.array(
      z.object({
        severity: z.enum(['note', 'bad']),
        subject: z.string(),
        finding: z.string(),
        fix: z.string(),
        began_at: z.string(),
      }),
    ),
  ),
  has_orders: z.boolean(),
});
export type Tasks = z.output<typeof tasks>;

export const adminTasksCall = adminCall('adminTasks', 'GET /tasks', 'packer', {
  summary: 'What to do now, as counts. Packers get what is to be packed and shipped.',
  reply: tasks,
});

/** Orders with their total in rupees. */
const salesSum = z.object({ orders: z.int(), amount: z.string() });

const salesPeriod = z.object({
  /** Days up to now, in Indian time: 1 is today. */
  days: z.int(),
  sold: salesSum,
  /** The same of as many days before, up to the same time of day. */
  before: salesSum,
  /** Orders of the period that were cancelled, returned or refunded since; they are not in `sold`. */
  left_out: salesSum,
});
export type SalesPeriod = z.output<typeof salesPeriod>;

const daySales = z.extend(salesSum, { date: z.string() });
export type DaySales = z.output<typeof daySales>;

export const adminSalesCall = adminCall('adminSales', 'GET /sales', 'owner', {
  summary: 'Sales today and in the last 7 and 30 days in Indian time, and the products that sold most.',
  reply: z.object({
    periods: z.array(salesPeriod),
    /** The last 30 days, the oldest first. */
    days: z.array(daySales),
    /** Of the last 30 days, those with the most units first. */
    top_products: z.array(
      z.object({ product_id: z.int(), name: z.string(), slug: z.string(), units: z.int(), amount: z.string() }),
    ),
    /** What shoppers can buy the last units of, the lowest stock first. */
    low_stock: z.array(z.object({ name: z.string(), slug: z.string(), variation: z.string(), stock: z.int() })),
  }),
});
