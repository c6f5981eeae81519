import * as z from 'zod/mini';
import { adminCall } from './admin-call.ts';

/** Largest remittance file that a page takes, in bytes; the command takes larger ones. */
export const MAX_REMITTANCE_BYTES = 180 * 1024;

/** Lines of a file in the reply; those that need attention come first. */
export const MAX_SHOWN_LINES = 200;

export const codLists = ['late', 'short', 'over', 'not_due'] as const;

/** Rupees that may be less than nothing, such as "-250.00". */
const signedRupees = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

const codOrder = z.object({
  order_number: z.string(),
  awb: z.string(),
  courier: z.string(),
  at: z.string(),
  expected: signedRupees,
  remitted: signedRupees,
});

export const adminCodCall = adminCall('adminCod', 'GET /cod', 'owner', {
  summary: 'Cash on delivery: what couriers owe, have paid, and paid wrongly.',
  params: z.object({ list: z._default(z.enum(codLists), 'late'), before: z.optional(z.string().check(z.maxLength(40))) }),
  reply: z.object({
    /** About the orders delivered in the last `days`. */
    sums: z.object({
      days: z.int(),
      expected: signedRupees,
      remitted: signedRupees,
      waiting: signedRupees,
      short: signedRupees,
    }),
    /** Days after the delivery from which money is late. */
    late_after: z.int(),
    orders: z.array(codOrder),
    next: z.optional(z.string()),
    /** Lines whose tracking number no parcel has. */
    unknown: z.array(z.object({ awb: z.string(), amount: signedRupees, paid_on: z.string(), reference: z.string() })),
    files: z.array(
      z.object({ file_name: z.string(), courier: z.string(), read_at: z.string(), lines: z.int(), amount: signedRupees }),
    ),
  }),
});

export const adminCodMatchCall = adminCall('adminCodMatch', 'POST /cod/match', 'owner', {
  summary:
    'Reads a courier’s remittance file and matches it with orders by tracking number. The same file again changes nothing.',
  body: z.object({
    file_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** The file as base64. */
    file: z.base64().check(z.maxLength(Math.ceil((MAX_REMITTANCE_BYTES * 4) / 3) + 4)),
  }),
  reply: z.object({
    courier: z.string(),
    /** Lines that were not known. */
    added: z.int(),
    counts: z.record(z.string(), z.int()),
    problems: z.array(z.string()),
    lines: z.array(
      z.object({
        awb: z.string(),
        amount: signedRupees,
        state: z.enum(['paid', 'short', 'over', 'double', 'not_due', 'unknown']),
        order_number: z.optional(z.string()),
        expected: z.optional(signedRupees),
        reference: z.string(),
      }),
    ),
  }),
});
