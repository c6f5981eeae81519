import { accountDetails, changePassword } from './account.ts';
import { getAddress, saveAddress } from './address.ts';
import {
  forgotPassword,
  login,
  logout,
  register,
  rejectSignUp,
  sendLoginOtp,
  sendOtp,
  tokenPassword,
  updateUserDetails,
  verifyCheckoutOtp,
  verifyEmail,
  verifyLoginOtp,
} from './auth.ts';
import { addToCart, getCart, mergeGuestCart, removeFromCart } from './cart.ts';
import { getFacets, getNewArrivals, getProduct, getProducts, getVariations, searchProducts } from './catalogue.ts';
import { applyCoupon, checkout } from './checkout.ts';
import { contact, findPincode } from './contact.ts';
import { cancelOrder, getOrders } from './orders.ts';
import { confirmPayment, getPayment } from './payment.ts';
import { endSession, endSessions, getSessions } from './sessions.ts';
import { getHomeSections, getStoreInfo } from './store.ts';
import { addToWishlist, getWishlist, removeFromWishlist } from './wishlist.ts';

/** Every call of the store API, in the order of specification 7. */
export const calls = [
  getStoreInfo,
  getHomeSections,
  getNewArrivals,
  getVariations,
  getProducts,
  getProduct,
  searchProducts,
  getFacets,
  register,
  rejectSignUp,
  verifyEmail,
  updateUserDetails,
  login,
  logout,
  forgotPassword,
  tokenPassword,
  sendOtp,
  sendLoginOtp,
  verifyCheckoutOtp,
  verifyLoginOtp,
  changePassword,
  accountDetails,
  getSessions,
  endSession,
  endSessions,
  saveAddress,
  getAddress,
  getCart,
  addToCart,
  removeFromCart,
  mergeGuestCart,
  checkout,
  applyCoupon,
  getWishlist,
  addToWishlist,
  removeFromWishlist,
  getOrders,
  cancelOrder,
  getPayment,
  confirmPayment,
  findPincode,
  contact,
] as const;
