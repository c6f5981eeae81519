import { write } from '#api/database/transaction.ts';
import { listFormerOrders } from '#api/services/history/former-orders.ts';
import { cancelCustomerOrder } from '#api/services/orders/cancel.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { readPayLinks } from '#api/services/payments/link-payments.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';

export const orderHandlers = {
  getOrders: async ({ context: { demoMode, paymentProvider }, db, shopper }) => {
    // A demo shows its codes, so that they prove nothing.
    const former = demoMode ? [] : await listFormerOrders(db, shopper);
    const orders = await listOrders(db, { customerId: shopper.customerId });
    const links = paymentProvider ? await readPayLinks(db, shopper.customerId) : new Map<number, string>();
    return {
      success: true,
      data: orders.map((order) => {
        const pay_path = links.get(order.order_id);
        return pay_path ? { ...order, pay_path } : order;
      }),
      ...(former.length > 0 && { former_orders: former }),
    };
  },

  cancelOrder: async ({ db, shopper, body }) => {
    await write(db, (tx) => cancelCustomerOrder(tx, shopper.customerId, body));
    return { success: true, status: true, message: success.orderCancelled };
  },
} satisfies Partial<Handlers>;
