import type { Call } from '#lib/contract/calls/define-call.ts';
import { accountHandlers, addressHandlers, passwordResetHandlers } from './accounts.ts';
import { alertsAdminHandlers } from './admin/alerts.ts';
import { codAdminHandlers } from './admin/cod.ts';
import { fulfilmentAdminHandlers } from './admin/fulfilment.ts';
import { homeAdminHandlers } from './admin/home.ts';
import { messagesAdminHandlers } from './admin/messages.ts';
import { orderAdminHandlers } from './admin/order.ts';
import { ordersAdminHandlers } from './admin/orders.ts';
import { phoneOrderAdminHandlers } from './admin/phone-orders.ts';
import { refundAdminHandlers } from './admin/refunds.ts';
import { staffMemberHandlers } from './admin/staff-members.ts';
import { staffPasskeyHandlers } from './admin/staff-passkeys.ts';
import { staffSignInHandlers } from './admin/staff-sign-in.ts';
import type { AdminHandlers, Handler, Handlers } from './call-context.ts';
import { cartHandlers } from './cart.ts';
import { catalogueHandlers } from './catalogue.ts';
import { checkoutHandlers } from './checkout.ts';
import { contactHandlers } from './contact.ts';
import { couponHandlers } from './coupons.ts';
import { deliveryHandlers, pincodeHandlers } from './delivery.ts';
import { orderHandlers } from './orders.ts';
import { paymentHandlers } from './payments.ts';
import { programHandlers } from './programs.ts';
import { signInHandlers } from './sign-in.ts';
import { signUpHandlers } from './sign-up.ts';
import { redirectHandlers, storeHandlers } from './store.ts';
import { wishlistHandlers } from './wishlist.ts';

const ofShop: Handlers = {
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
};

const ofAdmin: AdminHandlers = {
  ...staffSignInHandlers,
  ...staffPasskeyHandlers,
  ...staffMemberHandlers,
  ...ordersAdminHandlers,
  ...orderAdminHandlers,
  ...fulfilmentAdminHandlers,
  ...refundAdminHandlers,
  ...codAdminHandlers,
  ...phoneOrderAdminHandlers,
  ...alertsAdminHandlers,
  ...homeAdminHandlers,
  ...messagesAdminHandlers,
};

const toReply =
  (read: (request: never) => Promise<unknown>): Handler<Call> =>
  async (request) => {
    const data = await read(request as never);
    return { success: true, ...(data !== undefined && { data }) };
  };

/** Every handler by the name of its call in the contract. */
export const handlers: Readonly<Record<string, Handler<Call>>> = {
  ...(ofShop as unknown as Record<string, Handler<Call>>),
  ...Object.fromEntries(Object.entries(ofAdmin).map(([name, read]) => [name, toReply(read)])),
};
