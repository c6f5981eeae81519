import * as z from 'zod/mini';
import { adminCall } from './admin-call.ts';

const leftCart = z.object({
  customer_id: z.int(),
  name: z.string(),
  email: z.string(),
  changed_at: z.string(),
  units: z.int(),
  /** What it costs now, in rupees. */
  amount: z.string(),
  reminded_at: z.optional(z.string()),
});

export const adminCartsCall = adminCall('adminCarts', 'GET /carts', 'owner', {
  summary: 'Carts that were left, of customers who asked to be reminded, the last changed first.',
  reply: z.object({ reminds: z.boolean(), carts: z.array(leftCart) }),
});

export const adminCartRemindersCall = adminCall('adminCartReminders', 'POST /carts/reminders', 'owner', {
  summary: 'Turns reminders of carts on or off.',
  body: z.object({ reminds: z.boolean() }),
});
