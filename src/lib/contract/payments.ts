import * as z from 'zod/mini';
import { defineCall, replyWith } from './call.ts';
import { id, opaqueToken, rupees } from './fields.ts';
import { failure } from './texts.ts';

export const paymentStatuses = ['pending', 'paid', 'failed', 'abandoned', 'expired'] as const;

/** One payment for all orders of one prepaid checkout. */
export const payment = z.object({
  id: opaqueToken,
  provider: z.string(),
  amount: rupees,
  status: z.enum(paymentStatuses),
  order_id: z.array(id),
  order_number: z.array(z.string()),
  /** Until when the stock is held. */
  expires_at: z.string(),
  /** What the provider's button needs; public by nature. */
  options: z.optional(z.record(z.string(), z.string())),
});

const byId = z.object({ id: opaqueToken });

export const getPaymentCall = defineCall({
  name: 'getPayment',
  method: 'GET',
  path: '/payment/{id}',
  access: 'customer',
  summary: 'A payment of the customer’s and how it stands.',
  params: byId,
  reply: replyWith(payment),
  failure: failure.generic,
});

export const confirmPaymentCall = defineCall({
  name: 'confirmPayment',
  method: 'POST',
  path: '/payment/{id}/confirm',
  access: 'customer',
  summary: 'Brings what the provider’s button answered; only what the provider has signed counts. Safe to repeat.',
  params: byId,
  body: z.object({
    outcome: z.enum(['paid', 'failed', 'abandoned']),
    /** The provider's own fields, such as its payment id and signature. */
    proof: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000)))),
  }),
  reply: replyWith(payment),
  failure: failure.placeOrder,
});
