import { write } from '#api/database/transaction.ts';
import { readAddress, upsertAddress } from '#api/services/accounts/address.ts';
import { withKnownState } from '#api/services/invoices/gst-state-codes.ts';
import { readCartConsent } from '#api/services/reminders/cart-reminders.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireShopper } from './call-context.ts';

export const addressHandlers: Pick<Handlers, 'shippingAddress' | 'getShippingAddress'> = {
  shippingAddress: async (request) => {
    const { customerId } = requireShopper(request);
    const data = await write(request.context.db, (tx) => upsertAddress(tx, customerId, withKnownState(request.body)));
    return { success: true, message: success.addressSaved, data };
  },

  getShippingAddress: async (request) => {
    const { db } = request.context;
    const { customerId } = requireShopper(request);
    const cart_reminder = await readCartConsent(db, customerId);
    return { success: true, data: await readAddress(db, customerId), ...(cart_reminder !== undefined && { cart_reminder }) };
  },
};
