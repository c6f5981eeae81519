import * as z from 'zod/mini';
import { defineCall, replyWith } from './call.ts';
import { id, opaqueToken, rupees } from './fields.ts';
import { failure } from './texts.ts';

export const paymentStatuses = ['pending', 'paid', 'failed', 'abandoned', 'expired'] as const;

/** One payment for all orders of a prepaid checkout. */
export const payment = z.object({
  id: opaqueToken,
  provider: z.string(),
  amount: rupees,
  status: z.enum(paymentStatuses),
  order_id: z.array(id),
  order_number: z.array(z.string()),
  /** When the stock hold expires (ISO 8601). */
  expires_at: z.string(),
  /** Public options of the provider's payment button. */
  options: z.optional(z.record(z.string(), z.string())),
});

const byId = z.object({ id: opaqueToken });

export const getPaymentCall = defineCall({
  name: 'getPayment',
  method: 'GET',
  path: '/payment/{id}',
  access: 'customer',
  summary: 'One of the customer’s payments with its status.',
  params: byId,
  reply: replyWith(payment),
  failure: failure.generic,
});

export const confirmPaymentCall = defineCall({
  name: 'confirmPayment',
  method: 'POST',
  path: '/payment/{id}/confirm',
  access: 'customer',
  summary: 'Reports the result of the provider’s payment button; only a result signed by the provider is trusted. Idempotent.',
  params: byId,
  body: z.object({
    outcome: z.enum(['paid', 'failed', 'abandoned']),
    /** The provider's fields, such as payment id and signature. */
    proof: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000)))),
  }),
  reply: replyWith(payment),
  failure: failure.placeOrder,
});
