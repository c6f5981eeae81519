import * as z from 'zod/mini';
import { address } from './address.ts';
import { customer } from './auth.ts';
import { defineCall, replyWith } from './call.ts';
import { id, paymentMethods, rupees } from './fields.ts';
import { failure, fieldErrors } from './texts.ts';

/** The header that makes a repeated checkout the same checkout: a UUID made when the form opens. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const idempotencyKey = z.uuid();

export const checkoutCall = defineCall({
  name: 'checkout',
  method: 'POST',
  path: '/checkout',
  access: 'customer',
  summary: 'Orders what is in the server’s cart: one order per seller, stock taken and key written in one transaction.',
  body: z.object({
    address,
    payment_method: z.enum(paymentMethods),
    coupon_code: z.optional(z.string().check(z.maxLength(50))),
    /** Rupees the shopper was shown; a different total refuses the checkout. */
    expected_total: rupees,
  }),
  reply: replyWith(
    z.object({
      order_id: z.array(id),
      customer,
      payment: z.optional(z.object({ id: z.string(), provider: z.string(), amount: rupees })),
    }),
  ),
  failure: failure.checkout,
});

/** A coupon as it applies to the server's cart. */
export const coupon = z.object({
  coupon_code: z.string(),
  type: z.enum(['percent', 'amount']),
  /** Whole percent, or rupees. */
  value: z.string(),
  discount_amount: rupees,
});
export type Coupon = z.output<typeof coupon>;

export const couponForm = z.object({
  coupon_code: z
    .string({ error: fieldErrors.couponRequired })
    .check(
      z.trim(),
      z.minLength(1, { error: fieldErrors.couponRequired }),
      z.maxLength(50, { error: fieldErrors.couponInvalid }),
    ),
});

export const applyCouponCall = defineCall({
  name: 'applyCoupon',
  method: 'POST',
  path: '/apply-coupon',
  access: 'customer',
  summary: 'What a coupon takes off the server’s cart; nothing is used up until checkout.',
  body: couponForm,
  reply: replyWith(z.object({ coupon })),
  failure: failure.discount,
});
