import { write } from '#api/database/transaction.ts';
import { deleteWish, insertWish, readWishlist } from '#api/services/cart/wishlist.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireShopper } from './call-context.ts';

/** The wishlist holds products; a variant id in the request is accepted and ignored. */
export const wishlistHandlers: Pick<Handlers, 'getWishlist' | 'addToWishlist' | 'removeToWishlist'> = {
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
};
