import { write } from '#api/database/transaction.ts';
import { renameCustomer } from '#api/services/accounts/customers.ts';
import { updatePassword } from '#api/services/auth/password-reset.ts';
import { enforceRateLimit } from '#api/services/limits/rate-limits.ts';
import { success } from '#lib/contract/texts.ts';
import { type Handlers, requireShopper } from './handler.ts';
import { readIpAddress } from './http/client-address.ts';

export const accountHandlers: Pick<Handlers, 'accountDetails' | 'resetPassword'> = {
  accountDetails: async (request) => {
    const { customerId } = requireShopper(request);
    await write(request.context.db, (tx) => renameCustomer(tx, customerId, request.body));
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
