import { accountCalls } from './account.ts';
import { addressCalls } from './address.ts';
import { authCalls } from './auth.ts';
import { cartCalls } from './cart.ts';
import { catalogueCalls } from './catalogue.ts';
import { checkoutCalls } from './checkout.ts';
import { contactCalls } from './contact.ts';
import { couponCalls } from './coupons.ts';
import type { Handlers } from './handler.ts';
import { orderCalls } from './orders.ts';
import { paymentCalls } from './payments.ts';
import { pincodeCalls } from './pincodes.ts';
import { sessionCalls } from './sessions.ts';
import { storeCalls } from './store.ts';
import { wishlistCalls } from './wishlist.ts';

/** Every handler by the name of its call in the contract. */
export const handlers: Handlers = {
  ...storeCalls,
  ...catalogueCalls,
  ...authCalls,
  ...accountCalls,
  ...sessionCalls,
  ...addressCalls,
  ...cartCalls,
  ...checkoutCalls,
  ...couponCalls,
  ...wishlistCalls,
  ...orderCalls,
  ...paymentCalls,
  ...pincodeCalls,
  ...contactCalls,
};
