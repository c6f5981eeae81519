import { computed } from 'nanostores';
import * as z from 'zod/mini';
import { type CartItem, cartItem } from '#lib/contract/cart.ts';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { cartPaise, cartSavings, countUnits, isOrderable, type LineChange, lineKey } from '#lib/rules/cart/cart.ts';
import { adoptSaved, createSharedMap, timeOf, watchReset, writeShared } from '#lib/state/persistence/shared-map.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';

/** The state of the cart. */
export interface CartState extends SliceFields<'cart'> {
  loading: boolean;
  addLoading: boolean;
  error: string | null;
  isCartOpen: boolean;
}

const empty: CartState = { cartItems: [], merged: false, loading: false, addLoading: false, error: null, isCartOpen: false };
const saved = z.partial(z.object({ cartItems: z.array(cartItem), merged: z.boolean() }));

export const $cart = createSharedMap('cart', empty, { lists: { cartItems: lineKey } }, saved);
$auth.listen(({ isAuthenticated }) => {
  if (!isAuthenticated) writeShared($cart, { merged: false }, timeOf($auth));
});

/** Units in the cart that can be ordered: those in the total. The badge counts alike before this has loaded (header-badges.js). */
export const $cartUnits = computed($cart, ({ cartItems }) => countUnits(cartItems.filter(isOrderable)));
/** The cart's total, in paise. */
export const $cartPaise = computed($cart, ({ cartItems }) => cartPaise(cartItems));
/** What the cart costs less than its MRP, in paise. */
export const $cartSavings = computed($cart, ({ cartItems }) => cartSavings(cartItems));

/** What a view of the cart shows: its lines; that they load, or could not be loaded on this device; or that there are none. */
export const $cartView = computed([$cart, $auth], ({ cartItems, loading, error, merged }, { isAuthenticated }) => {
  if (cartItems.length > 0) return 'lines';
  if (loading) return 'loading';
  return isAuthenticated && !merged && error ? 'failed' : 'empty';
});

/** Sets some fields, such as whether the cart loads. */
export const setCartFields = (change: Partial<CartState>): void => $cart.set({ ...$cart.get(), ...change });

export const openCart = (): void => $cart.setKey('isCartOpen', true);
export const closeCart = (): void => $cart.setKey('isCartOpen', false);

/** A line of the cart that is saved now: another tab may have changed it. Undefined also if that tab has signed out. */
export function findLine(key: string): CartItem | undefined {
  const isSameCart = watchReset();
  adoptSaved();
  return isSameCart() ? $cart.get().cartItems.find((item) => lineKey(item) === key) : undefined;
}

/** Changes lines of the cart that is saved now, here and in the other tabs; has no effect if another tab has signed out. */
export function changeLine(change: LineChange): void {
  const isSameCart = watchReset();
  adoptSaved();
  if (!isSameCart()) return;
  // The server does not know a guest's change.
  writeShared($cart, { cartItems: change($cart.get().cartItems), ...(!isSignedIn() && { merged: false }) });
}

/** Replaces the lines that have not changed since a time. `merged`: they are from the customer's cart on the server. */
export function replaceCart(cartItems: CartState['cartItems'], merged: boolean, at?: number): void {
  adoptSaved();
  writeShared($cart, { cartItems, merged }, at);
}

/** Empties the cart, after an order. */
export function clearCart(): void {
  replaceCart([], $cart.get().merged);
  $cart.setKey('error', null);
}
