import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { guestLines } from './cart.ts';
import { pincode } from './fields.ts';
import { failure } from './messages/failures.ts';
import { deliveryDays, shippingCharges } from './store.ts';

/** A date in India, such as "2026-12-03". */
export const deliveryDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** What the store says about delivering some items to one pincode. All but `served` is left out where the store does not say it. */
export const deliveryQuote = z.object({
  served: z.boolean(),
  /** The charges of a checkout of these items. */
  shipping: z.optional(shippingCharges),
  days: z.optional(deliveryDays),
  by: z.optional(deliveryDate),
  cod: z.optional(z.boolean()),
  weight_known: z.optional(z.boolean()),
});
export type DeliveryQuote = z.output<typeof deliveryQuote>;

export const deliveryQuoteCall = defineCall({
  name: 'deliveryQuote',
  method: 'POST',
  path: '/delivery-quote',
  access: 'anyone',
  summary: 'Whether a pincode is served, and what delivering these items to it costs; the checkout charges the same.',
  body: z.object({ pincode, items: guestLines }),
  reply: replyWith(deliveryQuote),
  failure: failure.deliveryQuote,
  beyondSpecification: true,
});
