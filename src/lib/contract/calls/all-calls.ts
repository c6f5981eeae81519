import * as accounts from '#lib/contract/accounts.ts';
import * as address from '#lib/contract/address.ts';
import * as cart from '#lib/contract/cart.ts';
import * as catalogue from '#lib/contract/catalogue.ts';
import * as checkout from '#lib/contract/checkout.ts';
import * as contact from '#lib/contract/contact.ts';
import * as coupons from '#lib/contract/coupons.ts';
import * as delivery from '#lib/contract/delivery.ts';
import * as guestDetails from '#lib/contract/guest-details.ts';
import * as orders from '#lib/contract/orders.ts';
import * as passwordReset from '#lib/contract/password-reset.ts';
import * as payments from '#lib/contract/payments.ts';
import * as pincodes from '#lib/contract/pincodes.ts';
import * as signIn from '#lib/contract/sign-in.ts';
import * as signUp from '#lib/contract/sign-up.ts';
import * as store from '#lib/contract/store.ts';
import * as wishlist from '#lib/contract/wishlist.ts';
import { listCalls } from './list-calls.ts';
import * as redirects from './redirects.ts';

const ofShop = listCalls(store, catalogue, contact, pincodes, delivery, coupons, redirects);
const ofCustomers = listCalls(signUp, guestDetails, signIn, passwordReset, accounts, address, wishlist);

/** Every call of the store API that needs the application key. */
export const calls = [...ofShop, ...ofCustomers, ...listCalls(cart, checkout, orders, payments)];
