import { write } from '#api/database/open.ts';
import { cancelOrder } from '#api/services/cancellation.ts';
import { listOrders } from '#api/services/orders.ts';
import { success } from '#lib/contract/messages.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const orderCalls: Pick<Handlers, 'getOrders' | 'cancelOrder'> = {
  getOrders: async (request) => ({
    success: true,
    data: await listOrders(request.shop.db, { customerId: shopperOf(request).customerId }),
  }),

  cancelOrder: async (request) => {
    const { customerId } = shopperOf(request);
    await write(request.shop.db, (tx) => cancelOrder(tx, customerId, request.body));
    return { success: true, status: true, message: success.orderCancelled };
  },
};
