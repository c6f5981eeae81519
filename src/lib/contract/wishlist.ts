import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from './calls/define-call.ts';
import { product } from './catalogue.ts';
import { email, id, opaqueToken } from './fields.ts';
import { failure } from './messages/failures.ts';

const wish = z.object({ product_id: id, variant_id: z.optional(z.nullable(id)) });

export const wishlistEntry = z.object({ wishlist_id: id, product });
export type WishlistEntry = z.output<typeof wishlistEntry>;

export const getWishlistCall = defineCall({
  name: 'getWishlist',
  method: 'GET',
  path: '/customer/wishlist',
  access: 'customer',
  summary: 'The customer’s wishlist, newest first.',
  reply: replyWith(z.array(wishlistEntry)),
  failure: failure.store,
});

export const addToWishlistCall = defineCall({
  name: 'addToWishlist',
  method: 'POST',
  path: '/customer/add-to-wishlist',
  access: 'customer',
  summary: 'Adds a product to the wishlist. Idempotent.',
  body: wish,
  reply: replyOk,
  failure: failure.store,
});

export const removeToWishlistCall = defineCall({
  name: 'removeToWishlist',
  method: 'POST',
  path: '/customer/remove-to-wishlist',
  access: 'customer',
  summary: 'Removes a product from the wishlist; succeeds if it is not there. Idempotent.',
  body: wish,
  reply: replyOk,
  failure: failure.store,
});

export const stockAlertForm = z.object({ email });

export const stockAlertCall = defineCall({
  name: 'stockAlert',
  method: 'POST',
  path: '/stock-alert',
  access: 'optional',
  summary: 'Asks for one mail when a product, or one variant of it, is back in stock; the reply is the same for any address.',
  body: z.extend(stockAlertForm, wish.shape),
  reply: replyOk,
  failure: failure.stockAlert,
  beyondSpecification: true,
});

/** What the secrets of links that stop reminders of carts begin with. */
export const CART_TOKEN = 'cart.';

export const stopStockAlertsCall = defineCall({
  name: 'stopStockAlerts',
  method: 'POST',
  path: '/stock-alert/stop',
  access: 'anyone',
  summary:
    'Deletes the requests of a mailed link: those for its product, or all of its address. Of a link that ends reminders of carts, ends those.',
  body: z.object({ token: opaqueToken, all: z.optional(z.boolean()) }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});
