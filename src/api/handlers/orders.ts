import { write } from '#api/database/transaction.ts';
import { cancelCustomerOrder } from '#api/services/orders/cancel.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireShopper } from './call-context.ts';

export const orderHandlers: Pick<Handlers, 'getOrders' | 'cancelOrder'> = {
  getOrders: async (request) => ({
    success: true,
    data: await listOrders(request.context.db, { customerId: requireShopper(request).customerId }),
  }),

  cancelOrder: async (request) => {
    const { customerId } = requireShopper(request);
    await write(request.context.db, (tx) => cancelCustomerOrder(tx, customerId, request.body));
    return { success: true, status: true, message: success.orderCancelled };
  },
};
