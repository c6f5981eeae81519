import { write } from '#api/database/open.ts';
import { renameCustomer } from '#api/services/customers.ts';
import { changePassword } from '#api/services/password-reset.ts';
import { countTries } from '#api/services/rate-limits.ts';
import { success } from '#lib/contract/messages.ts';
import { clientAddress } from './client-address.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const accountCalls: Pick<Handlers, 'accountDetails' | 'resetPassword'> = {
  accountDetails: async (request) => {
    const { customerId } = shopperOf(request);
    await write(request.shop.db, (tx) => renameCustomer(tx, customerId, request.body));
    return { success: true, message: success.accountDetails };
  },

  resetPassword: async (request) => {
    const { shop, body } = request;
    const shopper = shopperOf(request);
    await countTries(shop.db, 'changePassword', { account: String(shopper.customerId) });
    await changePassword(shop.db, shopper, body, shop.siteUrl, clientAddress(request.headers));
    return { success: true, message: success.passwordChanged };
  },
};
