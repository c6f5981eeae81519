import { write } from '#api/database/transaction.ts';
import { renameCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { updatePassword } from '#api/services/auth/change-password.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { saveCartConsent } from '#api/services/reminders/cart-reminders.ts';
import { toCustomer } from '#api/services/sessions/sessions.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireShopper } from './call-context.ts';
import { readIpAddress } from './http/read-ip-address.ts';

export const accountHandlers: Pick<Handlers, 'updateUserDetails' | 'accountDetails' | 'resetPassword'> = {
  updateUserDetails: async (request) => {
    const { customerId, token } = requireShopper(request);
    await enforceRateLimit(request.context.db, 'guestDetails', { account: String(customerId) });
    const customer = await write(request.context.db, (tx) =>
      setCustomerDetails(tx, customerId, request.body, request.context.siteUrl),
    );
    return { success: true, data: { token, customer: toCustomer(customer), is_existing_customer: true } };
  },

  accountDetails: async (request) => {
    const { customerId } = requireShopper(request);
    const { cart_reminder, ...name } = request.body;
    await write(request.context.db, async (tx) => {
      await renameCustomer(tx, customerId, name);
      if (cart_reminder !== undefined) await saveCartConsent(tx, customerId, cart_reminder);
    });
    return { success: true, message: success.accountDetails };
  },

  resetPassword: async (request) => {
    const { context, body } = request;
    const shopper = requireShopper(request);
    await enforceRateLimit(context.db, 'changePassword', { account: String(shopper.customerId) });
    await updatePassword(context.db, shopper, body, context.siteUrl, readIpAddress(request.headers));
    return { success: true, message: success.passwordChanged };
  },
};
