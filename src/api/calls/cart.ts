import { write } from '#api/database/open.ts';
import { mergeLines, readCart, removeLine, setLine } from '#api/services/cart.ts';
import { refuseField } from '#api/services/refusal.ts';
import { field, success } from '#lib/contract/messages.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const cartCalls: Pick<Handlers, 'getCart' | 'addToCart' | 'removeToCart' | 'addToCartGuest'> = {
  getCart: async (request) => ({
    success: true,
    data: { cart: await readCart(request.shop.db, shopperOf(request).customerId) },
  }),

  addToCart: async (request) => {
    const { customerId } = shopperOf(request);
    const result = await write(request.shop.db, (tx) => setLine(tx, customerId, request.body));
    return { success: true, message: result.message, data: { results: [result] } };
  },

  removeToCart: async (request) => {
    const { customerId } = shopperOf(request);
    const { product_id, retailer_product_id, variant_id } = request.body;
    const productId = product_id ?? retailer_product_id ?? undefined;
    if (!productId && !variant_id) throw refuseField('product_id', field.required);
    await write(request.shop.db, (tx) => removeLine(tx, customerId, productId, variant_id ?? undefined));
    return { success: true, message: success.itemRemoved };
  },

  addToCartGuest: async (request) => {
    const { customerId } = shopperOf(request);
    const lines = request.body.cart_items.map((item) => ({
      product_id: item.product_id,
      id: item.id ?? item.selected_variant?.id,
      product_variation: item.selected_variant?.product_variation,
      quantity: item.quantity,
    }));
    const results = await write(request.shop.db, (tx) => mergeLines(tx, customerId, lines));
    return { success: true, message: success.cartUpdated, data: { results } };
  },
};
