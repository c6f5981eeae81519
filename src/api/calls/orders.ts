import { listOrders } from '../services/orders.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const orderCalls: Pick<Handlers, 'getOrders'> = {
  getOrders: async (request) => ({
    success: true,
    data: await listOrders(request.shop.db, { customerId: shopperOf(request).customerId }),
  }),
};
