import { authCalls } from './auth.ts';
import { cartCalls } from './cart.ts';
import { catalogueCalls } from './catalogue.ts';
import { checkoutCalls } from './checkout.ts';
import type { Handlers } from './handler.ts';
import { orderCalls } from './orders.ts';
import { storeCalls } from './store.ts';

/** Every handler, by the contract's name of the call. */
export const handlers: Handlers = {
  ...storeCalls,
  ...catalogueCalls,
  ...authCalls,
  ...cartCalls,
  ...checkoutCalls,
  ...orderCalls,
};
