import * as z from 'zod/mini';
import { rupees } from '#lib/contract/fields.ts';
import { adminCall } from './admin-call.ts';

/** Longest cursor of a page of refunds: a time and an id, which may be a provider's. */
const MAX_CURSOR = 300;

/** Longest reason and reference of a refund, in characters. */
export const MAX_REFUND_TEXT = 200;

const shortText = z.string().check(z.trim(), z.maxLength(MAX_REFUND_TEXT));
const upiError = 'Write a UPI id such as name@bank';
const upi = z.string().check(z.trim(), z.regex(/^[\w.-]{2,64}@[A-Za-z][A-Za-z0-9]{1,63}$/, { error: upiError }));
const account = z.string().check(
  z.overwrite((text) => text.replace(/[\s-]/g, '')),
  z.regex(/^\d{9,18}$/, { error: 'An account number has 9 to 18 digits' }),
);
const ifsc = z.string().check(
  z.trim(),
  z.overwrite((text) => text.toUpperCase()),
  z.regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, { error: 'An IFSC has 11 characters, such as SBIN0001234' }),
);
const holder = z.string().check(z.trim(), z.minLength(1, { error: 'Write the name on the account' }), z.maxLength(100));

/** Where the money of a refund by hand goes: a UPI id, or a bank account. */
export const payee = z
  .object({ upi: z.optional(upi), account: z.optional(account), ifsc: z.optional(ifsc), name: z.optional(holder) })
  .check(
    z.refine(({ upi: id, account: number }) => (id === undefined) !== (number === undefined), {
      error: 'Write a UPI id, or an account with its IFSC',
      path: ['upi'],
    }),
    z.refine(({ account: number, ifsc: code }) => number === undefined || code !== undefined, {
      error: 'Write the IFSC of the account',
      path: ['ifsc'],
    }),
  );
export type Payee = z.output<typeof payee>;

const wish = {
  /** What is due already, chosen items, or an amount with its reason. */
  kind: z.enum(['due', 'items', 'amount']),
  /** Units by the id of the order's item. */
  units: z.optional(z.record(z.string(), z.int().check(z.nonnegative()))),
  shipping: z.optional(z.boolean()),
  amount: z.optional(rupees),
  reason: z.optional(shortText),
};

const refund = z.object({
  id: z.string(),
  order_number: z.string(),
  amount: rupees,
  /** The provider, or `hand`. */
  by: z.string(),
  /** `due`: nobody has begun it; `asked`: the provider has it; `unclear`: its reply was lost, and it is asked again; `failed`: the provider refused. */
  state: z.enum(['due', 'asked', 'unclear', 'done', 'failed']),
  at: z.string(),
  reason: z.optional(z.string()),
  /** Masked. */
  to: z.optional(z.string()),
  reference: z.optional(z.string()),
});
export type AdminRefund = z.output<typeof refund>;

export const refundLists = ['due', 'unclear', 'done'] as const;

export const adminRefundsCall = adminCall('adminRefunds', 'GET /refunds', 'owner', {
  summary: 'Refunds: due, on their way or unclear, or ended; newest first, 50 at a time.',
  params: z.object({
    list: z._default(z.enum(refundLists), 'due'),
    before: z.optional(z.string().check(z.maxLength(MAX_CURSOR))),
  }),
  reply: z.object({
    refunds: z.array(refund),
    /** How many wait, at most 1,000 are counted. */
    counts: z.object({ due: z.int(), unclear: z.int() }),
    /** `before` of the next page; left out on the last. */
    next: z.optional(z.string()),
  }),
});

const byNumber = z.object({ order_number: z.string().check(z.maxLength(40)) });

export const adminRefundableCall = adminCall('adminRefundable', 'GET /orders/{order_number}/refund', 'owner', {
  summary: 'What can be returned of an order, and what has been.',
  params: byNumber,
  reply: z.object({
    order_number: z.string(),
    payment_method: z.enum(['prepaid', 'cod']),
    /** Who makes refunds of the payment; left out when only a refund by hand is possible. */
    provider: z.optional(z.string()),
    paid: rupees,
    returned: rupees,
    left: rupees,
    due: rupees,
    shipping: rupees,
    items: z.array(
      z.object({
        id: z.int(),
        product_name: z.string(),
        product_variation: z.string(),
        picture: z.string(),
        quantity: z.int(),
        returned: z.int(),
        /** What the units cost that can still be returned, each in rupees. */
        left: z.array(rupees),
      }),
    ),
    refunds: z.array(refund),
  }),
});

export const adminRefundCall = adminCall('adminRefund', 'POST /orders/{order_number}/refunds', 'owner', {
  needsRecentSignIn: true,
  summary:
    'Returns money of an order through its payment provider, or records a refund by hand. A repeated form changes nothing.',
  params: byNumber,
  body: z.object({
    form_id: z.uuid(),
    ...wish,
    /** What had been returned when the form was shown; the refund is refused if it has changed. */
    seen: z.optional(rupees),
    by_hand: z.optional(
      z.object({
        to: z.optional(payee),
        /** The bank's reference, if the money has been sent already. */ reference: z.optional(shortText),
      }),
    ),
  }),
  reply: z.object({ refunds: z.array(refund) }),
});

const byId = z.object({ id: z.string().check(z.maxLength(40)) });

export const adminRefundSentCall = adminCall('adminRefundSent', 'POST /refunds/{id}/sent', 'owner', {
  needsRecentSignIn: true,
  summary: 'Records that a refund by hand has been sent, with the reference of the bank.',
  params: byId,
  body: z.object({ reference: shortText.check(z.minLength(1, { error: 'Write the reference of the transfer' })) }),
  reply: refund,
});

export const adminRefundTakeBackCall = adminCall('adminRefundTakeBack', 'POST /refunds/{id}/take-back', 'owner', {
  needsRecentSignIn: true,
  summary: 'Takes a refund by hand back that has not been sent.',
  params: byId,
  reply: z.object({ id: z.string() }),
});

export const adminRefundAskCall = adminCall('adminRefundAsk', 'POST /refunds/{id}/ask', 'owner', {
  needsRecentSignIn: true,
  summary: 'Asks the payment provider again about a refund, with the same key: it is made once.',
  params: byId,
  reply: refund,
});

export const adminRefundPayeeCall = adminCall('adminRefundPayee', 'GET /refunds/{id}/payee', 'owner', {
  needsRecentSignIn: true,
  summary: 'Where the money of a refund by hand goes, in full.',
  params: byId,
  reply: z.object({
    upi: z.optional(z.string()),
    account: z.optional(z.string()),
    ifsc: z.optional(z.string()),
    name: z.optional(z.string()),
  }),
});
