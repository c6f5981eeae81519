/** Shown while a customer's cart loads that this device has no lines of. */
export const CART_LOADING = 'Loading your cart…';
