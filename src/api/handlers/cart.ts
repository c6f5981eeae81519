import type * as z from 'zod/mini';
import { write } from '#api/database/transaction.ts';
import { type CartLineRequest, deleteCartLines, readCart, setCartLine } from '#api/services/cart/cart.ts';
import { mergeGuestLines } from '#api/services/cart/merge-guest-lines.ts';
import { refuseField } from '#api/services/refusal.ts';
import type { guestLines } from '#lib/contract/cart.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';

/** What the lines of a guest's cart ask for. */
export const toLineRequests = (lines: z.output<typeof guestLines>): CartLineRequest[] =>
  lines.map((item) => ({
    product_id: item.product_id,
    id: item.id ?? item.selected_variant?.id,
    product_variation: item.selected_variant?.product_variation,
    quantity: item.quantity,
  }));

export const cartHandlers = {
  getCart: async ({ db, shopper }) => ({ success: true, data: { cart: await readCart(db, shopper.customerId) } }),

  addToCart: async ({ db, shopper, body }) => {
    const result = await write(db, (tx) => setCartLine(tx, shopper.customerId, body));
    return { success: true, message: result.message, data: { results: [result] } };
  },

  removeToCart: async ({ db, shopper, body: { product_id, retailer_product_id, variant_id } }) => {
    const productId = product_id ?? retailer_product_id ?? undefined;
    if (!productId && !variant_id) throw refuseField('product_id', fieldErrors.required);
    await write(db, (tx) => deleteCartLines(tx, shopper.customerId, productId, variant_id ?? undefined));
    return { success: true, message: success.itemRemoved };
  },

  addToCartGuest: async ({ db, shopper, body }) => {
    const results = await write(db, (tx) => mergeGuestLines(tx, shopper.customerId, toLineRequests(body.cart_items)));
    return { success: true, message: success.cartUpdated, data: { results } };
  },
} satisfies Partial<Handlers>;
