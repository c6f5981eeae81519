import type * as z from 'zod/mini';
import { write } from '#api/database/transaction.ts';
import { type CartLineRequest, deleteCartLines, readCart, setCartLine } from '#api/services/cart/cart.ts';
import { mergeGuestLines } from '#api/services/cart/merge-guest-lines.ts';
import { refuseField } from '#api/services/refusal.ts';
import type { guestLines } from '#lib/contract/cart.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireShopper } from './call-context.ts';

/** What the lines of a guest's cart ask for. */
export const toLineRequests = (lines: z.output<typeof guestLines>): CartLineRequest[] =>
  lines.map((item) => ({
    product_id: item.product_id,
    id: item.id ?? item.selected_variant?.id,
    product_variation: item.selected_variant?.product_variation,
    quantity: item.quantity,
  }));

export const cartHandlers: Pick<Handlers, 'getCart' | 'addToCart' | 'removeToCart' | 'addToCartGuest'> = {
  getCart: async (request) => ({
    success: true,
    data: { cart: await readCart(request.context.db, requireShopper(request).customerId) },
  }),

  addToCart: async (request) => {
    const { customerId } = requireShopper(request);
    const result = await write(request.context.db, (tx) => setCartLine(tx, customerId, request.body));
    return { success: true, message: result.message, data: { results: [result] } };
  },

  removeToCart: async (request) => {
    const { customerId } = requireShopper(request);
    const { product_id, retailer_product_id, variant_id } = request.body;
    const productId = product_id ?? retailer_product_id ?? undefined;
    if (!productId && !variant_id) throw refuseField('product_id', fieldErrors.required);
    await write(request.context.db, (tx) => deleteCartLines(tx, customerId, productId, variant_id ?? undefined));
    return { success: true, message: success.itemRemoved };
  },

  addToCartGuest: async (request) => {
    const { customerId } = requireShopper(request);
    const lines = toLineRequests(request.body.cart_items);
    const results = await write(request.context.db, (tx) => mergeGuestLines(tx, customerId, lines));
    return { success: true, message: success.cartUpdated, data: { results } };
  },
};
