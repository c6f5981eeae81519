import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from './calls/define-call.ts';
import { id, rupees } from './fields.ts';
import { MAX_CART_LINES, MAX_REQUESTED_QUANTITY } from './limits.ts';
import { failure } from './messages/failures.ts';

const optionalId = z.optional(z.nullable(id));

export const selectedVariant = z.object({
  id,
  product_variation: z.string(),
  final_price: rupees,
  stock: z.int(),
});

/** A line item of the cart (specification, entities), identified by product id and `product_variation` of the variant. */
export const cartItem = z.object({
  id: optionalId,
  product_id: id,
  retailer_product_id: optionalId,
  quantity: z.int().check(z.minimum(1)),
  product_stock: z.int(),
  product_name: z.string(),
  product_images: z.string(),
  status: z.optional(z.boolean()),
  message: z.optional(z.string()),
  wishlist_id: optionalId,
  final_price: rupees,
  mrp: z.optional(rupees),
  retailer_id: optionalId,
  wholesaler_id: optionalId,
  seller_name: z.optional(z.string()),
  slug: z.optional(z.string()),
  /** What the product's variants differ in; "Size" if absent. */
  option_name: z.optional(z.string()),
  selected_variant: z.optional(z.nullable(selectedVariant)),
});
export type CartItem = z.output<typeof cartItem>;

/** Result of adding or updating one line item. */
export const cartResult = z.object({
  product_id: id,
  /** The variant's id; absent for a product without variants. */
  id: optionalId,
  quantity: z.int(),
  product_stock: z.optional(z.int()),
  status: z.boolean(),
  message: z.string(),
  wishlist_id: z.nullable(id),
});
export type CartResult = z.output<typeof cartResult>;

const lineQuantity = z.int().check(z.minimum(1), z.maximum(MAX_REQUESTED_QUANTITY));

export const getCartCall = defineCall({
  name: 'getCart',
  method: 'GET',
  path: '/customer/cart',
  access: 'session',
  summary: 'The customer’s cart.',
  reply: replyWith(z.object({ cart: z.array(cartItem) })),
  failure: failure.cartFetch,
});

export const addToCartCall = defineCall({
  name: 'addToCart',
  method: 'POST',
  path: '/customer/add-to-cart',
  access: 'session',
  summary: 'Sets the quantity of a line item and adds it if it is new. Idempotent.',
  body: z.object({
    retailer_id: optionalId,
    wholesaler_id: optionalId,
    id: optionalId,
    quantity: lineQuantity,
    product_id: id,
  }),
  reply: replyWith(z.object({ results: z.array(cartResult) })),
  failure: failure.cartAdd,
});

export const removeToCartCall = defineCall({
  name: 'removeToCart',
  method: 'POST',
  path: '/customer/remove-to-cart',
  access: 'session',
  summary: 'Removes a line item from the cart; succeeds if there is none. Idempotent.',
  body: z.object({ retailer_product_id: optionalId, product_id: optionalId, variant_id: optionalId }),
  reply: replyOk,
  failure: failure.cartRemove,
});

export const guestLines = z
  .array(
    z.object({
      product_id: id,
      quantity: lineQuantity,
      retailer_id: optionalId,
      wholesaler_id: optionalId,
      selected_variant: z.optional(z.nullable(z.object({ id: optionalId, product_variation: z.optional(z.string()) }))),
      id: optionalId,
    }),
  )
  .check(z.maxLength(MAX_CART_LINES));

export const addToCartGuestCall = defineCall({
  name: 'addToCartGuest',
  method: 'POST',
  path: '/customer/add-to-cart-guest',
  access: 'session',
  summary: 'Merges a guest’s cart into the customer’s cart. Idempotent.',
  body: z.object({ cart_items: guestLines }),
  reply: replyWith(z.object({ results: z.array(cartResult) })),
  failure: failure.cartSync,
});
