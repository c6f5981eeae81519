import { accountDetailsCall, resetPasswordCall } from '#lib/contract/accounts.ts';
import { getShippingAddressCall, shippingAddressCall } from '#lib/contract/address.ts';
import { addToCartCall, addToCartGuestCall, getCartCall, removeToCartCall } from '#lib/contract/cart.ts';
import {
  getProductsCall,
  newArrivalsCall,
  productFacetsCall,
  searchProductsCall,
  singleProductDetailsCall,
  subcategoryVariationsCall,
} from '#lib/contract/catalogue.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { applyCouponCall, getOffersCall } from '#lib/contract/coupons.ts';
import { deliveryQuoteCall } from '#lib/contract/delivery.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { cancelOrderCall, getOrdersCall } from '#lib/contract/orders.ts';
import { forgotPasswordCall, tokenPasswordCall } from '#lib/contract/password-reset.ts';
import {
  confirmPayLinkCall,
  confirmPaymentCall,
  getPaymentCall,
  getPendingPaymentCall,
  openPayLinkCall,
  payOnDeliveryCall,
} from '#lib/contract/payments.ts';
import { pincodeCall } from '#lib/contract/pincodes.ts';
import {
  endSessionCall,
  endSessionsCall,
  getSessionsCall,
  loginCall,
  loginOtpCall,
  logoutCall,
  otpSendCall,
  otpVerifyCheckoutCall,
  otpVerifyLoginCall,
} from '#lib/contract/sign-in.ts';
import { registerCall, rejectSignUpCall, verifyEmailCall } from '#lib/contract/sign-up.ts';
import { homePageSectionsCall, storeInfoCall } from '#lib/contract/store.ts';
import {
  addToWishlistCall,
  getWishlistCall,
  removeToWishlistCall,
  stockAlertCall,
  stopStockAlertsCall,
} from '#lib/contract/wishlist.ts';
import { redirectCall, redirectsCall } from './redirects.ts';

/** Every call of the store API that needs the application key. */
export const calls = [
  storeInfoCall,
  homePageSectionsCall,
  newArrivalsCall,
  subcategoryVariationsCall,
  getProductsCall,
  singleProductDetailsCall,
  searchProductsCall,
  productFacetsCall,
  registerCall,
  rejectSignUpCall,
  verifyEmailCall,
  updateUserDetailsCall,
  loginCall,
  logoutCall,
  forgotPasswordCall,
  tokenPasswordCall,
  otpSendCall,
  loginOtpCall,
  otpVerifyCheckoutCall,
  otpVerifyLoginCall,
  resetPasswordCall,
  accountDetailsCall,
  getSessionsCall,
  endSessionCall,
  endSessionsCall,
  shippingAddressCall,
  getShippingAddressCall,
  getCartCall,
  addToCartCall,
  removeToCartCall,
  addToCartGuestCall,
  checkoutCall,
  applyCouponCall,
  getOffersCall,
  getWishlistCall,
  addToWishlistCall,
  removeToWishlistCall,
  stockAlertCall,
  stopStockAlertsCall,
  getOrdersCall,
  cancelOrderCall,
  getPaymentCall,
  getPendingPaymentCall,
  confirmPaymentCall,
  openPayLinkCall,
  confirmPayLinkCall,
  payOnDeliveryCall,
  pincodeCall,
  deliveryQuoteCall,
  contactCall,
  redirectCall,
  redirectsCall,
] as const;
