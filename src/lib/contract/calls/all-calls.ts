import { accountDetailsCall, resetPasswordCall } from '#lib/contract/accounts.ts';
import { getShippingAddressCall, shippingAddressCall } from '#lib/contract/address.ts';
import {
  forgotPasswordCall,
  loginCall,
  loginOtpCall,
  logoutCall,
  otpSendCall,
  otpVerifyCheckoutCall,
  otpVerifyLoginCall,
  registerCall,
  rejectSignUpCall,
  tokenPasswordCall,
  updateUserDetailsCall,
  verifyEmailCall,
} from '#lib/contract/auth.ts';
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
import { applyCouponCall } from '#lib/contract/coupons.ts';
import { cancelOrderCall, getOrdersCall } from '#lib/contract/orders.ts';
import { confirmPaymentCall, getPaymentCall, getPendingPaymentCall, payOnDeliveryCall } from '#lib/contract/payments.ts';
import { pincodeCall } from '#lib/contract/pincodes.ts';
import { endSessionCall, endSessionsCall, getSessionsCall } from '#lib/contract/sessions.ts';
import { homePageSectionsCall, storeInfoCall } from '#lib/contract/store.ts';
import { addToWishlistCall, getWishlistCall, removeToWishlistCall } from '#lib/contract/wishlist.ts';

/** Every call of the store API that needs the application key, in the order of specification 7. */
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
  getWishlistCall,
  addToWishlistCall,
  removeToWishlistCall,
  getOrdersCall,
  cancelOrderCall,
  getPaymentCall,
  getPendingPaymentCall,
  confirmPaymentCall,
  payOnDeliveryCall,
  pincodeCall,
  contactCall,
] as const;
