import { write } from '#api/database/transaction.ts';
import { readAddress, upsertAddress } from '#api/services/accounts/address.ts';
import { withKnownState } from '#api/services/invoices/gst-state-codes.ts';
import { readCartConsent } from '#api/services/reminders/cart-reminders.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';

export const addressHandlers = {
  shippingAddress: async ({ db, shopper, body }) => {
    const data = await write(db, (tx) => upsertAddress(tx, shopper.customerId, withKnownState(body)));
    return { success: true, message: success.addressSaved, data };
  },

  getShippingAddress: async ({ db, shopper: { customerId } }) => {
    const cart_reminder = await readCartConsent(db, customerId);
    return { success: true, data: await readAddress(db, customerId), ...(cart_reminder !== undefined && { cart_reminder }) };
  },
} satisfies Partial<Handlers>;
