import { write } from '#api/database/open.ts';
import { readAddress, saveAddress } from '#api/services/address.ts';
import { success } from '#lib/contract/messages.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const addressCalls: Pick<Handlers, 'shippingAddress' | 'getShippingAddress'> = {
  shippingAddress: async (request) => {
    const { customerId } = shopperOf(request);
    const data = await write(request.shop.db, (tx) => saveAddress(tx, customerId, request.body));
    return { success: true, message: success.addressSaved, data };
  },

  getShippingAddress: async (request) => ({
    success: true,
    data: await readAddress(request.shop.db, shopperOf(request).customerId),
  }),
};
