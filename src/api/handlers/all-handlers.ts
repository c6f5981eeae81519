import { accountHandlers } from './accounts.ts';
import { addressHandlers } from './address.ts';
import { alertsAdminHandlers } from './admin/alerts.ts';
import { cartsAdminHandlers } from './admin/carts.ts';
import { fulfilmentAdminHandlers } from './admin/fulfilment.ts';
import { homeAdminHandlers } from './admin/home.ts';
import { messagesAdminHandlers } from './admin/messages.ts';
import { moneyAdminHandlers } from './admin/money.ts';
import { orderAdminHandlers } from './admin/order.ts';
import { ordersAdminHandlers } from './admin/orders.ts';
import { staffAdminHandlers } from './admin/staff.ts';
import { staffMemberHandlers } from './admin/staff-members.ts';
import { staffSignInHandlers } from './admin/staff-sign-in.ts';
import type { Handlers } from './call-context.ts';
import { cartHandlers } from './cart.ts';
import { catalogueHandlers } from './catalogue.ts';
import { checkoutHandlers } from './checkout.ts';
import { contactHandlers } from './contact.ts';
import { couponHandlers } from './coupons.ts';
import { deliveryHandlers } from './delivery.ts';
import { orderHandlers } from './orders.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { paymentHandlers } from './payments.ts';
import { pincodeHandlers } from './pincodes.ts';
import { programHandlers } from './programs.ts';
import { redirectHandlers } from './redirects.ts';
import { signInHandlers } from './sign-in.ts';
import { signUpHandlers } from './sign-up.ts';
import { storeHandlers } from './store.ts';
import { wishlistHandlers } from './wishlist.ts';

/** Every handler by the name of its call in the contract. */
export const handlers: Handlers = {
  ...storeHandlers,
  ...catalogueHandlers,
  ...signInHandlers,
  ...signUpHandlers,
  ...passwordResetHandlers,
  ...accountHandlers,
  ...addressHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...couponHandlers,
  ...wishlistHandlers,
  ...orderHandlers,
  ...paymentHandlers,
  ...pincodeHandlers,
  ...deliveryHandlers,
  ...contactHandlers,
  ...redirectHandlers,
  ...programHandlers,
  ...staffAdminHandlers,
  ...staffSignInHandlers,
  ...staffMemberHandlers,
  ...ordersAdminHandlers,
  ...orderAdminHandlers,
  ...fulfilmentAdminHandlers,
  ...moneyAdminHandlers,
  ...alertsAdminHandlers,
  ...cartsAdminHandlers,
  ...homeAdminHandlers,
  ...messagesAdminHandlers,
};
