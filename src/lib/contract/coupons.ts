import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { guestLines } from './cart.ts';
import { MAX_COUPON_CODE } from './field-lengths.ts';
import { rupees } from './fields.ts';
import { couponMessages } from './messages/coupon-messages.ts';
import { failure } from './messages/failures.ts';

const couponValue = z.string().check(z.regex(/^\d{1,9}(\.\d{2})?$/));

/** A coupon applied to the cart on the server. */
export const coupon = z.object({
  coupon_code: z.string(),
  type: z.enum(['percent', 'amount']),
  /** Whole percent, or rupees. */
  value: couponValue,
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

/** A coupon that the store offers to everyone. */
export const offer = z.object({
  coupon_code: z.string(),
  type: z.enum(['percent', 'amount']),
  /** Whole percent, or rupees. */
  value: couponValue,
  /** Items total from which it applies. */
  minimum: rupees,
  /** What it gives, such as "10% off above ₹999.00". */
  text: z.string(),
});
export type Offer = z.output<typeof offer>;

export const getOffersCall = defineCall({
  name: 'getOffers',
  method: 'GET',
  path: '/offers',
  access: 'anyone',
  summary:
    'The coupons that the store offers to everyone and that can be used now. The limits of a customer are checked when one is applied.',
  reply: replyWith(z.array(offer)),
  failure: failure.discount,
  beyondSpecification: true,
});
