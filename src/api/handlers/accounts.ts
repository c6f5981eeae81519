import { write } from '#api/database/transaction.ts';
import { renameCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { updatePassword } from '#api/services/auth/change-password.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { saveCartConsent } from '#api/services/reminders/cart-reminders.ts';
import { toCustomer } from '#api/services/sessions/sessions.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';

export const accountHandlers = {
  updateUserDetails: async ({ context, db, shopper: { customerId, token }, body }) => {
    await enforceRateLimit(db, 'guestDetails', { account: String(customerId) });
    const customer = await write(db, (tx) => setCustomerDetails(tx, customerId, body, context.siteUrl));
    return { success: true, data: { token, customer: toCustomer(customer), is_existing_customer: true } };
  },

  accountDetails: async ({ db, shopper: { customerId }, body: { cart_reminder, ...name } }) => {
    await write(db, async (tx) => {
      await renameCustomer(tx, customerId, name);
      if (cart_reminder !== undefined) await saveCartConsent(tx, customerId, cart_reminder);
    });
    return { success: true, message: success.accountDetails };
  },

  resetPassword: async ({ context, db, shopper, body, ipAddress }) => {
    await enforceRateLimit(db, 'changePassword', { account: String(shopper.customerId) });
    await updatePassword(db, shopper, body, context.siteUrl, ipAddress);
    return { success: true, message: success.passwordChanged };
  },
} satisfies Partial<Handlers>;
