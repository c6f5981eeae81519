import { computed } from 'nanostores';
import { $auth } from '#lib/state/session/session.ts';
import { $cart } from './cart.ts';

/**
 * What the cart's panel and the other views of the cart show: its lines; that they load, or could not be loaded on this device; or that
 * there are none.
 */
export const $cartView = computed([$cart, $auth], ({ cartItems, loading, error, merged }, { isAuthenticated }) => {
  if (cartItems.length > 0) return 'lines';
  if (loading) return 'loading';
  return isAuthenticated && !merged && error ? 'failed' : 'empty';
});

export const openCart = (): void => $cart.setKey('isCartOpen', true);
export const closeCart = (): void => $cart.setKey('isCartOpen', false);
