import type { Locator, Page } from 'playwright';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { createCustomer, type Session, saveSession } from './customer.ts';
import { placeOrder } from './place-order.ts';
import type { RunningShop } from './shop-server.ts';

/** Page object for the orders page. */
export function useOrders(page: Page, shop: RunningShop) {
  const list = (where: Page = page) => where.getByRole('list', { name: 'Your orders' });
  const panel = (where: Page = page) => where.getByRole('dialog', { name: 'Order details' });
  /** Opens the orders page as a customer with orders. */
  const open = async (user: Session) => {
    await saveSession(page, shop, user);
    await page.goto(`${shop.url}/my-account/orders`);
    await list().waitFor();
  };
  /** Opens the details of the newest order. */
  const openFirst = async () => {
    await page
      .getByRole('button', { name: /^View details/ })
      .first()
      .click();
    await panel().waitFor();
  };
  return {
    list,
    panel,
    open,
    openFirst,
    cards: () => list().getByRole('listitem'),
    dialog: () => page.getByRole('dialog', { name: 'Cancel Order' }),
    cancelButton: () => panel().getByRole('button', { name: 'Cancel Order' }),
    toast: (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }),
    press: (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true }).click(),
    /** Returns the value of a field in the panel. */
    fact: (name: string) =>
      panel()
        .locator('dt', { hasText: new RegExp(`^${name}$`) })
        .locator('+ dd'),
    /** Opens the details of a new customer's order of two T-shirts. */
    atDetails: async (): Promise<{ user: Session; order: Order }> => {
      const user = await createCustomer(shop);
      const [order] = await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S', quantity: 2 }]);
      await open(user);
      await openFirst();
      return { user, order: order as Order };
    },
    focusSays: () => page.evaluate(() => document.activeElement?.textContent ?? ''),
  };
}

/** Sets an order's status through the owner's command. */
export const setStatus = (shop: RunningShop, order: Order | undefined, status: OrderStatus): Promise<string> =>
  shop.store('order', order?.order_number ?? '', '--status', status);
