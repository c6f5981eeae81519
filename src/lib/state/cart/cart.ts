import { computed } from 'nanostores';
import * as z from 'zod/mini';
import { type CartItem, cartItem } from '#lib/contract/cart.ts';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { cartPaise, cartSavings, countUnits, isOrderable, type LineChange, lineKey } from '#lib/rules/cart/cart.ts';
import { createSavedMap } from '#lib/state/persistence/saved-map.ts';
import { $unsaved, changeSaved, readSaved } from '#lib/state/persistence/saved-state.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

export interface CartState extends SliceFields<'cart'> {
  loading: boolean;
  addLoading: boolean;
  error: string | null;
  isCartOpen: boolean;
}

const empty: CartState = {
  cartItems: [],
  merged: false,
  loading: false,
  addLoading: false,
  error: null,
  isCartOpen: false,
};

const saved = z.partial(
  z.object({
    cartItems: z.array(cartItem),
    merged: z.boolean(),
  }),
);

export const $cart = createSavedMap('cart', empty, saved);
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $cart.get().merged) $cart.setKey('merged', false);
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

/** A line of the cart that is saved now: another tab may have changed it. */
export function findLine(key: string): CartItem | undefined {
  readSaved();
  return $cart.get().cartItems.find((item) => lineKey(item) === key);
}

/** Confirms a change of a guest's line. Says nothing where the browser has not saved it: the cart shows why. */
export function confirmGuestChange(message: string): void {
  if (!$unsaved.get().includes('cart')) toastSuccess(message);
}

const ownChanges: LineChange[] = [];

/** Changes one line of the cart that is saved now, here and in the other tabs. */
export function changeLine(change: LineChange): void {
  ownChanges.push(change);
  changeSaved<SliceFields<'cart'>>('cart', ({ cartItems, merged }) => ({
    cartItems: change(cartItems),
    // The server does not know a guest's change.
    merged: merged && isSignedIn(),
  }));
}

/** How many changes this tab has made so far. */
export const countOwnChanges = (): number => ownChanges.length;

/** Replaces all lines; this tab's changes after the first `since` stay. `merged`: they are from the customer's cart on the server. */
export function replaceCart(lines: CartState['cartItems'], merged: boolean, since = countOwnChanges()): void {
  readSaved();
  const cartItems = ownChanges.slice(since).reduce((items, change) => change(items), lines);
  const before = $cart.get();
  if (merged !== before.merged || JSON.stringify(cartItems) !== JSON.stringify(before.cartItems))
    setCartFields({ cartItems, merged });
}

/** Empties the cart, after an order. */
export const clearCart = (): void => setCartFields({ cartItems: [], error: null });
