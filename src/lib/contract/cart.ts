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

const lineChange = z.discriminatedUnion('kind', [
  /** Increases the line by `line.quantity`, or appends it. */
  z.object({ kind: z.literal('add'), line: cartItem }),
  z.object({ kind: z.literal('step'), by: z.int() }),
  z.object({ kind: z.literal('update'), fields: z.partial(cartItem) }),
  /** Replaces the line, or inserts it at `index`, by default at the end. */
  z.object({ kind: z.literal('put'), line: cartItem, index: z.optional(z.int()) }),
  z.object({ kind: z.literal('remove') }),
]);
export type LineChange = z.output<typeof lineChange>;

const cartChange = z.object({
  /** Unique over all tabs. */
  id: z.string(),
  /** When it was made, in milliseconds since 1970; later than every change that its tab knew. */
  at: z.number(),
  /** Key of the line (rules/cart/cart.ts). */
  key: z.string(),
  /** Made by a guest, so that the server does not know it. */
  guest: z.boolean(),
  change: lineChange,
});
export type CartChange = z.output<typeof cartChange>;

/** The recent history of a cart, which tabs merge so that none loses another's change (rules/cart/cart-log.ts). */
export const cartLog = z.object({
  /** The lines as of `until`. */
  base: z.array(cartItem),
  /** Time of the latest change in `base`, in milliseconds since 1970; 0 if there is none. */
  until: z.number(),
  /** Time of the sign-out that emptied the cart, in milliseconds since 1970; absent if there was none. */
  reset: z.optional(z.number()),
  /** Whether `base` is from the customer's cart on the server. */
  merged: z.boolean(),
  /** Changes after `until`, by time. */
  changes: z.array(cartChange),
});
export type CartLog = z.output<typeof cartLog>;

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
