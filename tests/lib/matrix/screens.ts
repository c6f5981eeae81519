import { vi } from 'vitest';
import type { calls } from '#lib/contract/calls/all-calls.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import type { ActionResult } from '#lib/state/calls/run-call.ts';
import { lineFor } from '#tests/lib/state/products.ts';
import type { Tab } from '#tests/lib/state/tab.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import type { Failure } from './failures.ts';

/** The context of an action: a tab with a signed-in customer and a T-shirt in the cart. */
export interface Place {
  shop: TestShop;
  tab: Tab;
}

/** A shopper's action that makes a call. */
export interface Screen {
  name: string;
  act: (place: Place) => Promise<unknown>;
  /** Where a failure is shown: one toast per message, one toast for all, a text of the page, or the console only. */
  says: 'toasts' | 'one toast' | 'console' | ((place: Place) => Promise<string | null> | string | null);
  /** The default message where it differs from the call's own. */
  otherwise?: (failed: Failure) => string;
  /** Expected toasts when the call succeeds without a message; none by default. */
  succeeds?: string[];
  /** Whether the state is cleared despite the failure: a logout clears everything (specification, sign-in). */
  clears?: boolean;
}

/** A call made while pages are rendered (see tests/e2e/remote-api/failing-calls.test.ts), or not yet used by a screen. */
export type Elsewhere = 'page' | 'no screen yet';

const address = {
  email: 'asha@example.com',
  firstname: 'Asha',
  lastname: 'Rao',
  phone_number: '9876543210',
  address: '12, 4th Cross',
  pincode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
};

const tee = (tab: Tab): string => lineKey(tab.$cart.get().cartItems[0] as never);
const person = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com' };
const password = 'mango-lassi!';

/** What a form got whose failures are shown in it. */
let answered: ActionResult | undefined;
const saidInForm = (): string | null => (answered && !answered.ok ? (answered.message ?? null) : null);

async function search(): Promise<void> {
  const { suggestWhileTyping } = await import('#lib/state/search/suggestions.ts');
  const { setSearchText } = await import('#lib/state/search/search.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = suggestWhileTyping();
  setSearchText('cap');
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  stop();
}

/** The screens of every call, by the call's name; a call without an entry fails the test. */
export const screens: Record<(typeof calls)[number]['name'], Screen[] | Elsewhere> = {
  storeInfo: [
    {
      name: 'the saved state',
      act: async () => (await import('#lib/state/store/store-info.ts')).refreshStoreInfo(),
      says: async () => (await import('#lib/state/store/store-info.ts')).$storeInfo.get().error,
    },
  ],
  homePageSections: [
    {
      name: 'the saved state',
      act: async () => (await import('#lib/state/store/home-sections.ts')).refreshHomeSections(),
      says: async () => (await import('#lib/state/store/home-sections.ts')).$homeSections.get().error,
    },
  ],
  newArrivals: 'page',
  subcategoryVariations: 'page',
  getProducts: 'page',
  productFacets: 'page',
  redirect: 'page',
  redirects: 'page',
  singleProductDetails: [
    {
      name: 'a guest’s cart',
      act: ({ tab }) => {
        tab.clearSession();
        return tab.refreshCart();
      },
      says: 'console',
    },
  ],
  searchProducts: [{ name: 'suggestions', act: search, says: 'console' }],
  register: [
    {
      name: 'sign-up',
      act: async () =>
        (await import('#lib/state/auth/sign-up.ts')).signUp({ ...person, password, phone_number: '9876500000', terms: true }),
      says: 'toasts',
      succeeds: [success.registered],
    },
  ],
  verifyEmail: [
    {
      name: 'the mailed link',
      act: async () => (await import('#lib/state/auth/email-verification.ts')).confirmEmail(password),
      says: 'toasts',
      succeeds: [success.emailVerified],
    },
  ],
  rejectSignUp: [
    {
      name: 'the mailed link',
      act: async () => (await import('#lib/state/auth/email-verification.ts')).rejectMailedSignUp(),
      says: 'toasts',
      succeeds: [success.signUpRejected],
    },
  ],
  updateUserDetails: [{ name: 'checkout details', act: ({ tab }) => tab.submitGuestDetails(person), says: 'toasts' }],
  login: [
    {
      name: 'sign-in',
      act: async () => (await import('#lib/state/auth/sign-in.ts')).signInByPassword({ email: person.email, password }),
      says: 'toasts',
    },
  ],
  logout: [{ name: 'logout', act: ({ tab }) => tab.signOut(), says: 'toasts', clears: true, succeeds: [success.logout] }],
  forgotPassword: [
    {
      name: 'forgot password',
      act: async () => (await import('#lib/state/auth/forgotten-password.ts')).requestResetLink({ email: person.email }),
      says: 'toasts',
      succeeds: [success.resetMail],
    },
  ],
  tokenPassword: [
    {
      name: 'reset password',
      act: async () =>
        (await import('#lib/state/auth/forgotten-password.ts')).setNewPassword({
          token: 'x',
          password,
          password_confirmation: password,
        }),
      says: 'toasts',
      succeeds: [success.passwordReset],
    },
  ],
  otpSend: [
    { name: 'checkout', act: ({ tab }) => tab.requestCheckoutOtp('9876500001'), says: 'toasts', succeeds: [success.otpSent] },
  ],
  loginOtp: [
    {
      name: 'sign-in by code',
      act: async () => (await import('#lib/state/auth/sign-in.ts')).sendSignInOtp('9876500001'),
      says: 'toasts',
      succeeds: [success.otpSent],
    },
  ],
  otpVerifyCheckout: [{ name: 'checkout', act: ({ tab }) => tab.submitCheckoutOtp('123456'), says: 'toasts' }],
  otpVerifyLogin: [
    {
      name: 'sign-in by code',
      act: async () => (await import('#lib/state/auth/sign-in.ts')).signInByOtp('123456'),
      says: 'toasts',
    },
  ],
  resetPassword: [
    {
      name: 'change password',
      act: async () =>
        (await import('#lib/state/accounts/details-and-password.ts')).changePassword({
          old_password: password,
          new_password: password,
          confirm_password: password,
        } as never),
      says: 'toasts',
      succeeds: [success.passwordChanged],
    },
  ],
  getSessions: [
    {
      name: 'where a customer is signed in',
      act: async () => (await import('#lib/state/accounts/devices.ts')).fetchDevices(),
      says: async () => (await import('#lib/state/accounts/devices.ts')).$devices.get().error,
    },
  ],
  endSession: [
    {
      name: 'signing a device out',
      act: async () => (await import('#lib/state/accounts/devices.ts')).signOutDevice({ session_id: 'x' } as never),
      says: 'toasts',
      succeeds: [success.sessionEnded],
    },
  ],
  endSessions: [
    {
      name: 'signing out everywhere',
      act: async () => (await import('#lib/state/accounts/devices.ts')).signOutEverywhere(),
      says: 'toasts',
      succeeds: [success.sessionsEnded],
    },
  ],
  accountDetails: [
    {
      name: 'account details',
      act: async () =>
        (await import('#lib/state/accounts/details-and-password.ts')).saveAccountDetails({ firstname: 'Asha', lastname: 'Rao' }),
      says: 'toasts',
      succeeds: [success.accountDetails],
    },
  ],
  shippingAddress: [
    {
      name: 'the saved address',
      act: async () => (await import('#lib/state/accounts/shipping-address.ts')).saveShippingAddress(address),
      says: 'toasts',
      succeeds: [success.addressSaved],
    },
  ],
  getShippingAddress: [
    {
      name: 'the saved address',
      act: async () => (await import('#lib/state/accounts/shipping-address.ts')).fetchShippingAddress(),
      says: async () => (await import('#lib/state/accounts/shipping-address.ts')).$shippingAddress.get().error,
    },
  ],
  getCart: [{ name: 'cart', act: ({ tab }) => tab.fetchCart(), says: 'toasts' }],
  addToCart: [
    {
      name: 'add',
      act: async ({ shop, tab }) => tab.addToCart(await lineFor(shop, tab, 'cap')),
      says: 'toasts',
      succeeds: [success.itemAddedServer],
    },
    {
      name: 'update',
      act: ({ tab }) => tab.increaseQuantity(tee(tab)),
      says: 'one toast',
      succeeds: [success.cartUpdated],
      otherwise: () => failure.cartUpdate,
    },
  ],
  removeToCart: [
    {
      name: 'remove',
      act: ({ tab }) => tab.removeCartItem(tee(tab)),
      says: 'toasts',
      succeeds: [success.itemRemoved],
    },
  ],
  addToCartGuest: [
    {
      name: 'the guest’s lines after signing in',
      act: ({ tab }) => {
        tab.$cart.setKey('merged', false);
        return tab.refreshCart();
      },
      says: 'toasts',
    },
  ],
  checkout: [
    {
      name: 'placing the order',
      act: ({ tab }) => {
        tab.openCheckout();
        tab.rememberForm(address);
        return tab.placeOrder();
      },
      says: 'toasts',
      otherwise: ({ undecided }) => (undecided ? failure.checkoutWrong : failure.checkout),
      // A reply that names no order.
      succeeds: [failure.placeOrder],
    },
  ],
  getOffers: [
    {
      name: 'the public coupons',
      act: async () => (await import('#lib/state/checkout/offers.ts')).loadOffers(),
      says: 'console',
    },
  ],
  applyCoupon: [
    {
      name: 'the coupon field',
      act: async () => (await import('#lib/state/checkout/coupon.ts')).applyCoupon('TEN'),
      says: 'toasts',
      succeeds: [success.couponApplied],
    },
  ],
  getWishlist: [{ name: 'wishlist', act: ({ tab }) => tab.fetchWishlist(), says: ({ tab }) => tab.$wishlist.get().error }],
  addToWishlist: [{ name: 'a heart', act: ({ tab }) => tab.addToWishlist({ product_id: 1 }), says: 'toasts' }],
  removeToWishlist: [{ name: 'a heart', act: ({ tab }) => tab.removeFromWishlist({ product_id: 1 }), says: 'toasts' }],
  stockAlert: [
    {
      name: 'a sold-out product',
      act: async () => {
        const { askForStockAlert } = await import('#lib/state/product/stock-alert.ts');
        answered = await askForStockAlert({ product_id: 1, email: person.email });
      },
      says: saidInForm,
    },
  ],
  stopStockAlerts: [
    {
      name: 'the mailed link',
      act: async () => {
        answered = await (await import('#lib/state/product/stock-alert.ts')).stopMailedAlerts('x', false);
      },
      says: saidInForm,
    },
  ],
  getOrders: [{ name: 'orders', act: ({ tab }) => tab.fetchOrders(), says: ({ tab }) => tab.$orders.get().error }],
  cancelOrder: [
    {
      name: 'cancel an order',
      act: ({ tab }) => tab.cancelOrder(1, { reject_reason_select: 'Payment Issue' }),
      says: 'toasts',
      succeeds: [success.orderCancelled],
    },
  ],
  getPayment: [
    {
      name: 'a payment',
      act: async () => (await import('#lib/state/payment/payment.ts')).fetchPayment('x'),
      says: async () => (await import('#lib/state/payment/payment.ts')).$payment.get().error,
    },
  ],
  getPendingPayment: [
    {
      name: 'the payment that waits',
      act: async () => (await import('#lib/state/payment/payment.ts')).fetchPayment(null),
      says: async () => (await import('#lib/state/payment/payment.ts')).$payment.get().error,
    },
  ],
  confirmPayment: [
    {
      name: 'the end of a payment',
      act: async () => (await import('#lib/state/payment/payment.ts')).confirmPayment('x', { outcome: 'paid' }),
      says: 'toasts',
    },
  ],
  openPayLink: [
    {
      name: 'a payment by link',
      act: async () => (await import('#lib/state/payment/pay-link.ts')).fetchPayLink('x'),
      says: async () => (await import('#lib/state/payment/pay-link.ts')).$payLink.get().error,
    },
  ],
  confirmPayLink: 'no screen yet',
  payOnDelivery: [
    {
      name: 'pay on delivery instead',
      act: async () => (await import('#lib/state/payment/payment.ts')).payOnDelivery('x'),
      says: 'toasts',
    },
  ],
  deliveryQuote: [
    {
      name: 'delivery of a product',
      act: async () => {
        const { $storeCharges } = await import('#lib/state/store/charges.ts');
        $storeCharges.set({ shipping: 9900, freeFrom: null, codFee: 0, byPincode: true });
        await (await import('#lib/state/delivery-check.ts')).quoteProduct('560001', 1, undefined);
      },
      says: async () => (await import('#lib/state/delivery-check.ts')).$productQuote.get()?.problem ?? null,
    },
  ],
  pincode: [
    {
      name: 'delivery',
      act: async () => (await import('#lib/state/delivery-check.ts')).checkDelivery('560001'),
      says: async () => (await import('#lib/state/delivery-check.ts')).$deliveryCheck.get().error,
    },
  ],
  contact: [
    {
      name: 'contact',
      act: async () =>
        (await import('#lib/state/contact.ts')).sendContactMessage({
          ...person,
          phone_number: '9876543210',
          subject: 'Delivery',
          message: 'When?',
        }),
      says: 'toasts',
      succeeds: [success.contactSent],
    },
  ],
};
