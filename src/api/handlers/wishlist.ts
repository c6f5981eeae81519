import { write } from '#api/database/transaction.ts';
import { saveStockAlert, stopStockAlerts } from '#api/services/alerts/stock-alerts.ts';
import { deleteWish, insertWish, readWishlist } from '#api/services/cart/wishlist.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { stopCartReminders } from '#api/services/reminders/cart-reminders.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import type { Handlers } from './call-context.ts';

/** The wishlist holds products; a variant id in its requests is accepted and ignored. */
export const wishlistHandlers = {
  getWishlist: async ({ db, shopper }) => ({ success: true, data: await readWishlist(db, shopper.customerId) }),

  addToWishlist: async ({ db, shopper, body }) => {
    await write(db, (tx) => insertWish(tx, shopper.customerId, body.product_id));
    return { success: true, message: success.wishAdded };
  },

  removeToWishlist: async ({ db, shopper, body }) => {
    await write(db, (tx) => deleteWish(tx, shopper.customerId, body.product_id));
    return { success: true, message: success.wishRemoved };
  },

  stockAlert: async ({ db, body, ipAddress, shopper }) => {
    await enforceRateLimit(db, 'stockAlert', { address: ipAddress, account: 'store' });
    const { customer, verified } = shopper ?? {};
    const isProven = verified?.email_verified_at != null && customer?.email.toLowerCase() === body.email.toLowerCase();
    await write(db, (tx) => saveStockAlert(tx, { ...body, isProven }));
    return { success: true, message: success.stockAlert };
  },

  stopStockAlerts: async ({ db, body: { token, all = false }, ipAddress }) => {
    await enforceRateLimit(db, 'stopStockAlerts', { address: ipAddress });
    const wasReminder = await write(db, async (tx) => {
      if (await stopCartReminders(tx, token)) return true;
      await stopStockAlerts(tx, token, all);
      return false;
    });
    if (wasReminder) return { success: true, message: t('You will get no more emails about your cart.') };
    return { success: true, message: all ? success.allStockAlertsStopped : success.stockAlertsStopped };
  },
} satisfies Partial<Handlers>;
