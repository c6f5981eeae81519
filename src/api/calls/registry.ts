import { accountHandlers } from './account.ts';
import { addressHandlers } from './address.ts';
import { authHandlers } from './auth.ts';
import { cartHandlers } from './cart.ts';
import { catalogueHandlers } from './catalogue.ts';
import { checkoutHandlers } from './checkout.ts';
import { contactHandlers } from './contact.ts';
import { couponHandlers } from './coupons.ts';
import type { Handlers } from './handler.ts';
import { orderHandlers } from './orders.ts';
import { paymentHandlers } from './payments.ts';
import { pincodeHandlers } from './pincodes.ts';
import { sessionHandlers } from './sessions.ts';
import { storeHandlers } from './store.ts';
import { wishlistHandlers } from './wishlist.ts';

/** Every handler by the name of its call in the contract. */
export const handlers: Handlers = {
  ...storeHandlers,
  ...catalogueHandlers,
  ...authHandlers,
  ...accountHandlers,
  ...sessionHandlers,
  ...addressHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...couponHandlers,
  ...wishlistHandlers,
  ...orderHandlers,
  ...paymentHandlers,
  ...pincodeHandlers,
  ...contactHandlers,
};
