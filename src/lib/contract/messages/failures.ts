import { RECENT_SIGN_IN_MINUTES } from '#lib/contract/lifetimes.ts';
import { MIN_PREPAID_RUPEES } from '#lib/contract/limits.ts';

/** Messages of calls that failed or were refused, verbatim as specified where they are. */
export const failure = {
  generic: 'Something went wrong',
  register: 'Registration failed',
  login: 'Login failed',
  verifyEmail: 'Please verify your email before logging in.',
  verifyLink: 'This verification link is no longer valid. Please request a new one.',
  signUpPasswordWrong: 'This is not the password of this registration',
  otpSend: 'Failed to send OTP',
  otpInvalid: 'Invalid OTP',
  otpVerify: 'OTP verification failed',
  resetPassword: 'Failed to reset password',
  logout: 'Logout failed',
  cartFetch: 'Failed to fetch cart items',
  cartAdd: 'Failed to add item to cart',
  cartUpdate: 'Failed to update cart',
  cartRemove: 'Failed to remove item from cart',
  cartSync: 'Failed to sync cart items',
  cartNothingToSync: 'No token or cart items found',
  checkout: 'Checkout failed',
  checkoutWrong: 'Something went wrong during checkout',
  checkoutUnclear:
    'We could not find out whether your order was placed. Nothing has been sent again. Please try again, or contact us.',
  placeOrder: 'Failed to place order',
  discount: 'Failed to apply discount',
  deliveryQuote: 'We could not find out what delivery costs. Please try again.',
  store: 'Failed to fetch store information',
  products: 'Failed to fetch products information',
  search: 'Failed to search products',
  ordersFetch: 'Failed to fetch orders',
  orderCancel: 'Failed to cancel order',
  paymentFetch: 'Failed to fetch your payment',
  homeSections: 'Failed to fetch home sections',
  newArrivals: 'Failed to post new arrivals',
  addressSave: 'Failed to save shipping address',
  addressFetch: 'Failed to fetch shipping address',
  accountDetails: 'Failed to update account details',
  sessionsFetch: 'Failed to fetch your devices',
  sessionEnd: 'Failed to sign out that device',
  sessionEndAll: 'Failed to sign out everywhere',
  notAuthenticated: 'User not authenticated',
  // Not specified:
  applicationKey: 'Invalid application key',
  apiKey: 'This API key is not valid',
  apiKeyScope: 'This API key does not allow this call',
  orderCursor: 'This cursor is not from this shop. Begin without a cursor.',
  sameVariant: 'This variant is named twice',
  sessionExpired: 'Your session has expired. Please sign in again.',
  detailsFirst: 'Please complete your details first',
  malformed: 'The request could not be read',
  tooLarge: 'The request is too large',
  notFound: 'Not found',
  productMissing: 'This product is no longer available',
  cartEmpty: 'Your cart is empty',
  pricesChanged: 'Prices have changed. Please review your cart.',
  totalChanged: 'The total has just changed. Please look at it once more.',
  checkFields: 'Please check the highlighted fields',
  emailTaken: 'This email is already in use',
  tooMany: 'Too many attempts. Please wait a little and try again.',
  tooManyMailed:
    'Too many attempts. Please wait a little and try again. If your password was right, we have mailed you a link for a new one.',
  otpUnavailable: 'This shop cannot send one-time codes at the moment. Please try again later.',
  noSignInCodes:
    'This shop cannot send codes by text message yet. Sign in with your password, or choose a new one with “Forgot your password?”.',
  demoLink:
    'This demo shows codes and takes test payments only in a browser that opened the link printed when it started. Open that link, or start the demo with DEMO_MODE=1.',
  smsPaused: 'We cannot send any more codes by text at the moment. Please try again later.',
  mailPaused: 'We cannot send any more emails at the moment. Please try again later.',
  captchaRequired: 'Please confirm that you are not a robot.',
  captchaUnreachable: 'We cannot check that you are not a robot at the moment. Please try again in a few minutes.',
  chooseVariant: 'Please choose an option first',
  cartFull: 'Your cart is full',
  prepaidUnavailable: 'Prepaid orders are not available yet. Please choose cash on delivery.',
  orderMissing: 'This order could not be found',
  orderNotCancellable: 'This order can no longer be cancelled',
  orderCancelledAlready: 'This order is already cancelled',
  paymentMissing: 'This payment could not be found',
  paymentUnproved: 'The payment could not be verified',
  paymentUnreachable: 'The payment provider cannot be reached at the moment. Please try again.',
  paymentReplaced: 'This order was cancelled or ordered again. Please check out again.',
  paymentItemsGone: 'Some of these items are no longer available. Please review your cart.',
  paymentTooLate: 'Your payment arrived too late for this order. The amount will be refunded.',
  invoiceLink: 'This link is no longer valid',
  checkoutKeyRequired: 'A checkout needs a UUID in the header idempotency-key or the field idempotency_key',
  checkoutKeyReused: 'This checkout was already sent with other details',
  phoneTaken: 'This mobile number is already in use',
  phoneKnown: 'This mobile number already has an account. Please sign in with a code sent to it.',
  signInEmailFixed: 'The email you sign in with cannot be changed here',
  oldPasswordWrong: 'Old password is not correct',
  passwordCommon: 'Many people use this password, so it is easy to guess. Please choose another.',
  noPassword: `You have no password yet. Log out, sign in with a code sent to your mobile number, and set a password within ${RECENT_SIGN_IN_MINUTES} minutes.`,
  guestPassword: 'You ordered as a guest, with a code by email. To have a password, log out and create an account.',
  resetLink: 'This link is no longer valid. Please request a new one.',
  noAccount: 'There is no account with this mobile number. Please sign up.',
  wishlistFull: 'Your wishlist is full',
  methodNotAllowed: 'This method is not allowed here',
  notReady: 'The shop is not ready yet. Please try again.',
  busy: 'The shop is very busy at the moment. Please try again in a few seconds.',
  outOfSpace: 'The shop cannot save anything at the moment. Please try again in a few minutes.',
  tooSlow: 'The shop took too long to answer. Please try again.',
  offline: 'You seem to be offline. Check your connection and try again.',
} as const;

/** Refusal of an address in a place to which the shop does not deliver. */
export const notServed = (pincode: string): string =>
  `We do not deliver to ${pincode}. Please use another address, or contact us.`;

/** Refusals that name the product. */
export const soldOut = (name: string): string => `${name} is sold out`;
export const onlyLeft = (name: string, stock: number): string => `Only ${stock} of ${name} left`;
export const noLongerAvailable = (name: string): string => `${name} is no longer available`;
export const lineLimitReached = (name: string): string => `You already have the most of ${name} that one order can contain`;

/** Refusals of a cash on delivery checkout. `prepaid`: whether the store accepts online payments. */
export const codRefusals = {
  open: (prepaid: boolean): string =>
    `There are too many cash on delivery orders still on their way. Please ${prepaid ? 'pay online, ' : ''}wait until one has arrived, or contact us.`,
  tooOften: (prepaid: boolean): string =>
    `There have been too many cash on delivery orders for these details. Please ${prepaid ? 'pay online, ' : ''}try again later, or contact us.`,
  units: (max: number, prepaid: boolean): string =>
    `Cash on delivery is limited to ${max} ${max === 1 ? 'item' : 'items'} in one order. Please ${prepaid ? 'pay online, ' : ''}order less at a time, or contact us.`,
  amount: (max: string, prepaid: boolean): string =>
    `Cash on delivery is limited to ₹${max} in one order. Please ${prepaid ? 'pay online, ' : ''}order less at a time, or contact us.`,
  place: (prepaid: boolean): string =>
    `Cash on delivery is not available for this pincode. Please ${prepaid ? 'pay online' : 'use another address'}, or contact us.`,
} as const;

/** Refusal of a change to cash on delivery at another fee than the shopper saw. `fee` is formatted. */
export const codFeeIsNow = (fee: string): string =>
  `The cash on delivery fee is now ${fee}. Please look at the new total and press the button again.`;

export const tooManyStockHolds =
  'Too many payments for these items were started today and not finished. Please pay on delivery, or try again tomorrow.';

export const heldByOthers =
  'We cannot keep this many of these items for you until they are paid. Please order fewer, pay on delivery, or try again in a few minutes.';

export const prepaidTooLittle = `Less than ₹${MIN_PREPAID_RUPEES}.00 cannot be paid online. Please choose cash on delivery.`;
