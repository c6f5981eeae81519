import { accountDetailsCall, resetPasswordCall } from './accounts.ts';
import { getShippingAddressCall, shippingAddressCall } from './address.ts';
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
} from './auth.ts';
import { addToCartCall, addToCartGuestCall, getCartCall, removeToCartCall } from './cart.ts';
import {
  getProductsCall,
  newArrivalsCall,
  productFacetsCall,
  searchProductsCall,
  singleProductDetailsCall,
  subcategoryVariationsCall,
} from './catalogue.ts';
import { checkoutCall } from './checkout.ts';
import { contactCall } from './contact.ts';
import { applyCouponCall } from './coupons.ts';
import { cancelOrderCall, getOrdersCall } from './orders.ts';
import { confirmPaymentCall, getPaymentCall, getPendingPaymentCall, payOnDeliveryCall } from './payments.ts';
import { pincodeCall } from './pincodes.ts';
import { endSessionCall, endSessionsCall, getSessionsCall } from './sessions.ts';
import { homePageSectionsCall, storeInfoCall } from './store.ts';
import { addToWishlistCall, getWishlistCall, removeToWishlistCall } from './wishlist.ts';

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
