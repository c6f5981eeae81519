import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { guestLines } from './cart.ts';
import { MAX_COUPON_CODE } from './field-lengths.ts';
import { rupees } from './fields.ts';
import { couponMessages } from './messages/coupon-messages.ts';
import { failure } from './messages/failures.ts';

/** A coupon applied to the cart on the server. */
export const coupon = z.object({
  coupon_code: z.string(),
  type: z.enum(['percent', 'amount']),
  /** Whole percent, or rupees. */
  value: z.string().check(z.regex(/^\d{1,9}(\.\d{2})?$/)),
  discount_amount: rupees,
});
export type Coupon = z.output<typeof coupon>;

export const couponForm = z.object({
  coupon_code: z
    .string({ error: couponMessages.required })
    .check(
      z.trim(),
      z.minLength(1, { error: couponMessages.required }),
      z.maxLength(MAX_COUPON_CODE, { error: couponMessages.invalid }),
    ),
});

export const applyCouponCall = defineCall({
  name: 'applyCoupon',
  method: 'POST',
  path: '/apply-coupon',
  access: 'optional',
  summary:
    'Discount of a coupon on the server’s cart; the coupon counts as used only at checkout. With `items`, on this cart of a guest: needs no session, and leaves the limits of a customer to the checkout.',
  body: z.extend(couponForm, { items: z.optional(guestLines) }),
  reply: replyWith(z.object({ coupon })),
  failure: failure.discount,
});
