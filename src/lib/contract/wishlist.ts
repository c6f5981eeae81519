import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from './calls/define-call.ts';
import { product } from './catalogue.ts';
import { id } from './fields.ts';
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
