import { sendOtp, updateUserDetails, verifyCheckoutOtp } from './auth.ts';
import { addToCart, getCart, mergeGuestCart, removeFromCart } from './cart.ts';
import { getNewArrivals, getProduct, getProducts, getVariations, searchProducts } from './catalogue.ts';
import { checkout } from './checkout.ts';
import { getOrders } from './orders.ts';
import { getHomeSections, getStoreInfo } from './store.ts';

/** Every call of the store API, in the order of specification 7. */
export const calls = [
  getStoreInfo,
  getHomeSections,
  getNewArrivals,
  getVariations,
  getProducts,
  getProduct,
  searchProducts,
  sendOtp,
  verifyCheckoutOtp,
  updateUserDetails,
  getCart,
  addToCart,
  removeFromCart,
  mergeGuestCart,
  checkout,
  getOrders,
] as const;
