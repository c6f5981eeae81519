import { RECENT_SIGN_IN_MINUTES } from '#lib/contract/lifetimes.ts';
import { MAX_LINE_QUANTITY, MIN_PREPAID_RUPEES } from '#lib/contract/limits.ts';
import { t } from '#lib/contract/text/t.ts';

/** Messages of calls that failed or were refused, verbatim as specified where they are. */
export const failure = {
  generic: t('Something went wrong'),
  register: t('Registration failed'),
  login: t('Login failed'),
  verifyEmail: t('Please verify your email before logging in.'),
  verifyLink: t('This verification link is no longer valid. Please request a new one.'),
  signUpPasswordWrong: t('This is not the password of this registration'),
  otpSend: t('Failed to send OTP'),
  otpInvalid: t('Invalid OTP'),
  otpVerify: t('OTP verification failed'),
  resetPassword: t('Failed to reset password'),
  logout: t('Logout failed'),
  cartFetch: t('Failed to fetch cart items'),
  cartAdd: t('Failed to add item to cart'),
  cartUpdate: t('Failed to update cart'),
  cartRemove: t('Failed to remove item from cart'),
  cartSync: t('Failed to sync cart items'),
  cartNothingToSync: t('No token or cart items found'),
  checkout: t('Checkout failed'),
  checkoutWrong: t('Something went wrong during checkout'),
  checkoutUnclear: t(
    'We could not find out whether your order was placed. Nothing has been sent again. Please try again, or contact us.',
  ),
  placeOrder: t('Failed to place order'),
  discount: t('Failed to apply discount'),
  deliveryQuote: t('We could not find out what delivery costs. Please try again.'),
  store: t('Failed to fetch store information'),
  products: t('Failed to fetch products information'),
  search: t('Failed to search products'),
  ordersFetch: t('Failed to fetch orders'),
  orderCancel: t('Failed to cancel order'),
  paymentFetch: t('Failed to fetch your payment'),
  homeSections: t('Failed to fetch home sections'),
  newArrivals: t('Failed to post new arrivals'),
  addressSave: t('Failed to save shipping address'),
  addressFetch: t('Failed to fetch shipping address'),
  accountDetails: t('Failed to update account details'),
  sessionsFetch: t('Failed to fetch your devices'),
  sessionEnd: t('Failed to sign out that device'),
  sessionEndAll: t('Failed to sign out everywhere'),
  notAuthenticated: t('User not authenticated'),
  // Not specified:
  applicationKey: t('Invalid application key'),
  ownersOnly: t('Only an owner of the shop may do this.'),
  signInAgain: t('Please sign in again to do this.'),
  apiKey: t('This API key is not valid'),
  apiKeyScope: t('This API key does not allow this call'),
  orderCursor: t('This cursor is not from this shop. Begin without a cursor.'),
  sameVariant: t('This variant is named twice'),
  sessionExpired: t('Your session has expired. Please sign in again.'),
  detailsFirst: t('Please complete your details first'),
  malformed: t('The request could not be read'),
  tooLarge: t('The request is too large'),
  notFound: t('Not found'),
  stockAlert: t('We could not save your request. Please try again.'),
  inStock: t('This is in stock now. You can order it.'),
  stopLink: t('This link no longer works. Nothing will be mailed for requests older than six months.'),
  productMissing: t('This product is no longer available'),
  cartEmpty: t('Your cart is empty'),
  pricesChanged: t('Prices have changed. Please review your cart.'),
  totalChanged: t('The total has just changed. Please look at it once more.'),
  checkFields: t('Please check the highlighted fields'),
  emailTaken: t('This email is already in use'),
  tooMany: t('Too many attempts. Please wait a little and try again.'),
  tooManyMailed: t(
    'Too many attempts. Please wait a little and try again. If your password was right, we have mailed you a link for a new one.',
  ),
  otpUnavailable: t('This shop cannot send one-time codes at the moment. Please try again later.'),
  noSignInCodes: t(
    'This shop cannot send codes by text message yet. Sign in with your password, or choose a new one with “Forgot your password?”.',
  ),
  demoLink: t(
    'This demo shows codes and takes test payments only in a browser that opened the link printed when it started. Open that link, or start the demo with DEMO_MODE=1.',
  ),
  smsPaused: t('We cannot send any more codes by text at the moment. Please try again later.'),
  mailPaused: t('We cannot send any more emails at the moment. Please try again later.'),
  captchaRequired: t('Please confirm that you are not a robot.'),
  captchaUnreachable: t('We cannot check that you are not a robot at the moment. Please try again in a few minutes.'),
  chooseVariant: t('Please choose an option first'),
  cartFull: t('Your cart is full'),
  prepaidUnavailable: t('Prepaid orders are not available yet. Please choose cash on delivery.'),
  orderMissing: t('This order could not be found'),
  orderNotCancellable: t('This order can no longer be cancelled'),
  orderCancelledAlready: t('This order is already cancelled'),
  paymentMissing: t('This payment could not be found'),
  paymentUnproved: t('The payment could not be verified'),
  paymentUnreachable: t('The payment provider cannot be reached at the moment. Please try again.'),
  paymentReplaced: t('This order was cancelled or ordered again. Please check out again.'),
  paymentItemsGone: t('Some of these items are no longer available. Please review your cart.'),
  paymentTooLate: t('Your payment arrived too late for this order. The amount will be refunded.'),
  invoiceLink: t('This link is no longer valid'),
  checkoutKeyRequired: t('A checkout needs a UUID in the header idempotency-key or the field idempotency_key'),
  checkoutKeyReused: t('This checkout was already sent with other details'),
  phoneTaken: t('This mobile number is already in use'),
  phoneKnown: t('This mobile number already has an account. Please sign in with a code sent to it.'),
  signInEmailFixed: t('The email you sign in with cannot be changed here'),
  oldPasswordWrong: t('Old password is not correct'),
  passwordCommon: t('Many people use this password, so it is easy to guess. Please choose another.'),
  noPassword: t(
    'You have no password yet. Log out, sign in with a code sent to your mobile number, and set a password within {minutes} minutes.',
    { minutes: RECENT_SIGN_IN_MINUTES },
  ),
  guestPassword: t('You ordered as a guest, with a code by email. To have a password, log out and create an account.'),
  resetLink: t('This link is no longer valid. Please request a new one.'),
  noAccount: t('There is no account with this mobile number. Please sign up.'),
  wishlistFull: t('Your wishlist is full'),
  methodNotAllowed: t('This method is not allowed here'),
  notReady: t('The shop is not ready yet. Please try again.'),
  busy: t('The shop is very busy at the moment. Please try again in a few seconds.'),
  outOfSpace: t('The shop cannot save anything at the moment. Please try again in a few minutes.'),
  tooSlow: t('The shop took too long to answer. Please try again.'),
  offline: t('You seem to be offline. Check your connection and try again.'),
} as const;

/** Refusal of an address in a place to which the shop does not deliver. */
export const notServed = (pincode: string): string =>
  t('We do not deliver to {pincode}. Please use another address, or contact us.', { pincode });

/** Refusals that name the product. */
export const soldOut = (name: string): string => t('{name} is sold out', { name });
export const onlyLeft = (name: string, stock: number): string => t('Only {stock} of {name} left', { stock, name });
export const noLongerAvailable = (name: string): string => t('{name} is no longer available', { name });
export const lineLimitReached = (name: string): string =>
  t('You can order up to {limit} of {name}', { limit: MAX_LINE_QUANTITY, name });

/** Refusals of a cash on delivery checkout. `prepaid`: whether the store accepts online payments. */
export const codRefusals = {
  open: (prepaid: boolean): string =>
    prepaid
      ? t(
          'There are too many cash on delivery orders still on their way. Please pay online, wait until one has arrived, or contact us.',
        )
      : t('There are too many cash on delivery orders still on their way. Please wait until one has arrived, or contact us.'),
  tooOften: (prepaid: boolean): string =>
    prepaid
      ? t(
          'There have been too many cash on delivery orders for these details. Please pay online, try again later, or contact us.',
        )
      : t('There have been too many cash on delivery orders for these details. Please try again later, or contact us.'),
  units: (max: number, prepaid: boolean): string =>
    limited(max === 1 ? t('1 item') : t('{count} items', { count: max }), prepaid),
  amount: (max: string, prepaid: boolean): string => limited(`₹${max}`, prepaid),
  place: (prepaid: boolean): string =>
    prepaid
      ? t('Cash on delivery is not available for this pincode. Please pay online, or contact us.')
      : t('Cash on delivery is not available for this pincode. Please use another address, or contact us.'),
} as const;

/** `most` is formatted. */
const limited = (most: string, prepaid: boolean): string =>
  prepaid
    ? t('Cash on delivery is limited to {most} in one order. Please pay online, order less at a time, or contact us.', { most })
    : t('Cash on delivery is limited to {most} in one order. Please order less at a time, or contact us.', { most });

/** Refusal of a change to cash on delivery at another fee than the shopper saw. `fee` is formatted. */
export const codFeeIsNow = (fee: string): string =>
  t('The cash on delivery fee is now {fee}. Please look at the new total and press the button again.', { fee });

export const tooManyStockHolds = t(
  'Too many payments for these items were started today and not finished. Please pay on delivery, or try again tomorrow.',
);

export const heldByOthers = t(
  'We cannot keep this many of these items for you until they are paid. Please order fewer, pay on delivery, or try again in a few minutes.',
);

export const prepaidTooLittle = t('Less than {amount} cannot be paid online. Please choose cash on delivery.', {
  amount: `₹${MIN_PREPAID_RUPEES}.00`,
});
