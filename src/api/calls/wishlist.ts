import { write } from '#api/database/open.ts';
import { addWish, readWishlist, removeWish } from '#api/services/wishlist.ts';
import { success } from '#lib/contract/messages.ts';
import { type Handlers, shopperOf } from './handler.ts';

/** A wish is for a product; which variant was looked at is taken and not kept. */
export const wishlistCalls: Pick<Handlers, 'getWishlist' | 'addToWishlist' | 'removeToWishlist'> = {
  getWishlist: async (request) => ({
    success: true,
    data: await readWishlist(request.shop.db, shopperOf(request).customerId),
  }),

  addToWishlist: async (request) => {
    const { customerId } = shopperOf(request);
    await write(request.shop.db, (tx) => addWish(tx, customerId, request.body.product_id));
    return { success: true, message: success.wishAdded };
  },

  removeToWishlist: async (request) => {
    const { customerId } = shopperOf(request);
    await write(request.shop.db, (tx) => removeWish(tx, customerId, request.body.product_id));
    return { success: true, message: success.wishRemoved };
  },
};
