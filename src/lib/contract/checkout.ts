import * as z from 'zod/mini';
import { address } from './address.ts';
import { type BodyOf, defineCall, replyWith } from './calls/define-call.ts';
import { customer } from './customer.ts';
import { MAX_COUPON_CODE } from './field-lengths.ts';
import { id, orderNote, rupees } from './fields.ts';
import { failure } from './messages/failures.ts';
import { paymentMethods } from './payment-methods.ts';

/** Header with the idempotency key of a checkout, a UUID created when the form opens; it may be in the body instead. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const idempotencyKey = z.uuid();

export const notified = z.object({ email: z.optional(z.literal(true)), sms: z.optional(z.literal(true)) });
export type Notified = z.output<typeof notified>;

export const checkoutCall = defineCall({
  name: 'checkout',
  method: 'POST',
  path: '/checkout',
  access: 'customer',
  summary:
    'Orders the items of the server’s cart: creates one order per seller, takes the stock and saves the idempotency key in one transaction.',
  body: z.object({
    address,
    payment_method: z.enum(paymentMethods),
    coupon_code: z.optional(z.string().check(z.maxLength(MAX_COUPON_CODE))),
    /** The total shown to the shopper, charges and discounts included, in rupees; the checkout is refused if the actual total differs. */
    expected_total: rupees,
    note: z.optional(orderNote),
    /** The idempotency key, for clients that send no headers of their own; the header wins. */
    idempotency_key: z.optional(idempotencyKey),
  }),
  reply: replyWith(
    z.object({
      order_id: z.array(id),
      customer: z.optional(customer),
      payment: z.optional(z.object({ id: z.string(), provider: z.string(), amount: rupees })),
      /** How the store tells the customer about the placed orders: what waits to be sent to the address's email and phone number. */
      notified: z.optional(notified),
    }),
  ),
  failure: failure.checkout,
});
export type CheckoutBody = BodyOf<typeof checkoutCall>;
