import { write } from '#api/database/transaction.ts';
import { saveStockAlert, stopStockAlerts } from '#api/services/alerts/stock-alerts.ts';
import { deleteWish, insertWish, readWishlist } from '#api/services/cart/wishlist.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { stopCartReminders } from '#api/services/reminders/cart-reminders.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { type Handlers, requireShopper } from './call-context.ts';
import { readIpAddress } from './http/read-ip-address.ts';

type WishlistCall = 'getWishlist' | 'addToWishlist' | 'removeToWishlist' | 'stockAlert' | 'stopStockAlerts';

/** The wishlist holds products; a variant id in its requests is accepted and ignored. */
export const wishlistHandlers: Pick<Handlers, WishlistCall> = {
  getWishlist: async (request) => ({
    success: true,
    data: await readWishlist(request.context.db, requireShopper(request).customerId),
  }),

  addToWishlist: async (request) => {
    const { customerId } = requireShopper(request);
    await write(request.context.db, (tx) => insertWish(tx, customerId, request.body.product_id));
    return { success: true, message: success.wishAdded };
  },

  removeToWishlist: async (request) => {
    const { customerId } = requireShopper(request);
    await write(request.context.db, (tx) => deleteWish(tx, customerId, request.body.product_id));
    return { success: true, message: success.wishRemoved };
  },

  stockAlert: async ({ context, body, headers, shopper }) => {
    await enforceRateLimit(context.db, 'stockAlert', { address: readIpAddress(headers), account: 'store' });
    const { customer, verified } = shopper ?? {};
    const isProven = verified?.email_verified_at != null && customer?.email.toLowerCase() === body.email.toLowerCase();
    await write(context.db, (tx) => saveStockAlert(tx, { ...body, isProven }));
    return { success: true, message: success.stockAlert };
  },

  stopStockAlerts: async ({ context, body: { token, all = false }, headers }) => {
    await enforceRateLimit(context.db, 'stopStockAlerts', { address: readIpAddress(headers) });
    const wasReminder = await write(context.db, async (tx) => {
      if (await stopCartReminders(tx, token)) return true;
      await stopStockAlerts(tx, token, all);
      return false;
    });
    if (wasReminder) return { success: true, message: t('You will get no more emails about your cart.') };
    return { success: true, message: all ? success.allStockAlertsStopped : success.stockAlertsStopped };
  },
};
