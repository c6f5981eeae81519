import { computed } from 'nanostores';
import * as z from 'zod/mini';
import { type CartItem, cartItem, getCartCall, addToCartGuestCall as mergeCall } from '#lib/contract/cart.ts';
import { MAX_CART_LINES } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/texts.ts';
import { cartPaise, countUnits } from '#lib/rules/cart.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { $auth, isSignedIn, sessionToken } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';

/** The cart state of specification 3. */
export interface CartState {
  cartItems: readonly CartItem[];
  loading: boolean;
  addLoading: boolean;
  error: string | null;
  isCartOpen: boolean;
  /** The lines are those of the signed-in customer's cart on the server; false while they are a guest's. */
  merged: boolean;
}

const empty: CartState = { cartItems: [], loading: false, addLoading: false, error: null, isCartOpen: false, merged: false };

const saved = z.object({ cartItems: z.array(cartItem), merged: z.boolean() });

export const $cart = createSavedMap<CartState>('cart', empty, z.partial(saved));
syncAcrossTabs('cart', $cart, ['loading', 'addLoading', 'error', 'isCartOpen']);
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $cart.get().merged) $cart.set(inheritOrigin(auth, { ...$cart.get(), merged: false }));
});

/** Units in the cart. */
export const $cartUnits = computed($cart, ({ cartItems }) => countUnits(cartItems));
/** What the cart costs, in paise. */
export const $cartPaise = computed($cart, ({ cartItems }) => cartPaise(cartItems));

export const openCart = (): void => $cart.setKey('isCartOpen', true);
export const closeCart = (): void => $cart.setKey('isCartOpen', false);
export const setCartItems = (items: readonly CartItem[]): void => $cart.setKey('cartItems', items);
export const clearCart = (): void => $cart.set({ ...$cart.get(), cartItems: [], error: null });

/** Loads the customer's cart; refused without a call when nobody is signed in (specification 5). */
export async function fetchCart(options: ToastOptions = {}): Promise<boolean> {
  if (!isSignedIn()) {
    $cart.setKey('error', failure.notAuthenticated);
    return false;
  }
  $cart.set({ ...$cart.get(), loading: true, error: null });
  const outcome = await callStore(getCartCall);
  $cart.setKey('loading', false);
  if (!outcome) return false;
  if (isRefused(outcome)) {
    $cart.setKey('error', joinMessages(outcome.message));
    toastRefusal(outcome, { subject: 'cart', ...options });
    return false;
  }
  setCartItems(outcome.data.cart);
  return true;
}

/** Hands a guest's lines to the customer's cart and loads the result. Safe to repeat: the server never adds twice. */
export async function mergeGuestCart(options: ToastOptions = {}): Promise<boolean> {
  const { cartItems } = $cart.get();
  if (!sessionToken() || cartItems.length === 0) {
    console.info(failure.cartNothingToSync);
    return takeOver(options);
  }
  const cart_items = cartItems.slice(0, MAX_CART_LINES).map((item) => ({
    product_id: item.product_id,
    quantity: item.quantity,
    retailer_id: item.retailer_id ?? null,
    wholesaler_id: item.wholesaler_id ?? null,
    selected_variant: item.selected_variant ?? null,
    id: item.id ?? null,
  }));
  const outcome = await callStore(mergeCall, { body: { cart_items } });
  if (!outcome) return false;
  if (isRefused(outcome)) {
    $cart.setKey('error', joinMessages(outcome.message));
    toastRefusal(outcome, { subject: 'cart', ...options });
    return false;
  }
  return takeOver(options);
}

/** From here on the server's cart is the cart. */
async function takeOver(options: ToastOptions): Promise<boolean> {
  const taken = await fetchCart(options);
  if (taken) $cart.setKey('merged', true);
  return taken;
}
