import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';

const leftCart = z.object({
  customer_id: z.int(),
  name: z.string(),
  email: z.string(),
  /** When something was last put into it. */
  changed_at: z.string(),
  units: z.int(),
  /** What it costs now, in rupees. */
  amount: z.string(),
  /** When the customer was last reminded of a cart. */
  reminded_at: z.optional(z.string()),
});

export const adminCartsCall = defineCall({
  name: 'adminCarts',
  method: 'GET',
  path: '/admin/carts',
  access: 'owner',
  summary: 'Carts that were left, of customers who asked to be reminded, the last changed first.',
  reply: replyWith(z.object({ reminds: z.boolean(), carts: z.array(leftCart) })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminCartRemindersCall = defineCall({
  name: 'adminCartReminders',
  method: 'POST',
  path: '/admin/carts/reminders',
  access: 'owner',
  summary: 'Turns reminders of carts on or off.',
  body: z.object({ reminds: z.boolean() }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const cartsAdminCalls = [adminCartsCall, adminCartRemindersCall] as const;
