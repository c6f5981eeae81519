import { computed } from 'nanostores';
import * as z from 'zod/mini';
import { addToCartGuestCall, cartItem, getCartCall } from '#lib/contract/cart.ts';
import { MAX_CART_LINES } from '#lib/contract/limits.ts';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { failure } from '#lib/contract/texts.ts';
import { cartPaise, countUnits } from '#lib/rules/cart.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { callStore } from '#lib/state/session/call.ts';
import { runCall, trackIn } from '#lib/state/session/run-call.ts';
import { $auth, isSignedIn, sessionToken } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { toLineBody } from './line.ts';

/** The cart state of specification 3. */
export interface CartState extends SliceFields<'cart'> {
  loading: boolean;
  addLoading: boolean;
  error: string | null;
  isCartOpen: boolean;
}

const empty: CartState = { cartItems: [], loading: false, addLoading: false, error: null, isCartOpen: false, merged: false };

const saved = z.object({ cartItems: z.array(cartItem), merged: z.boolean() });

export const $cart = createSavedMap('cart', empty, z.partial(saved));
syncAcrossTabs('cart', $cart, ['loading', 'addLoading', 'error', 'isCartOpen']);
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $cart.get().merged) $cart.set(inheritOrigin(auth, { ...$cart.get(), merged: false }));
});

/** Units in the cart. */
export const $cartUnits = computed($cart, ({ cartItems }) => countUnits(cartItems));
/** The cart's total, in paise. */
export const $cartPaise = computed($cart, ({ cartItems }) => cartPaise(cartItems));

export const openCart = (): void => $cart.setKey('isCartOpen', true);
export const closeCart = (): void => $cart.setKey('isCartOpen', false);
export const setCartItems = (items: CartState['cartItems']): void => $cart.setKey('cartItems', items);
export const clearCart = (): void => $cart.set({ ...$cart.get(), cartItems: [], error: null });

/** Loads the customer's cart; refused without a call when no one is signed in (specification 5). */
export async function fetchCart(options: ToastOptions = {}): Promise<boolean> {
  if (!isSignedIn()) {
    $cart.setKey('error', failure.notAuthenticated);
    return false;
  }
  const { result } = await runCall(callStore(getCartCall), {
    track: trackIn($cart),
    apply: ({ data }) => setCartItems(data.cart),
    toast: { subject: 'cart', ...options },
  });
  return result.ok;
}

/** Merges a guest's lines into the customer's cart and loads the result. Safe to repeat: the server never adds a line twice. */
export async function mergeGuestCart(options: ToastOptions = {}): Promise<boolean> {
  const { cartItems } = $cart.get();
  if (!sessionToken() || cartItems.length === 0) {
    console.info(failure.cartNothingToSync);
    return switchToServerCart(options);
  }
  const cart_items = cartItems
    .slice(0, MAX_CART_LINES)
    .map((item) => ({ ...toLineBody(item, item.quantity), selected_variant: item.selected_variant ?? null }));
  const { refused, result } = await runCall(callStore(addToCartGuestCall, { body: { cart_items } }), {
    toast: { subject: 'cart', ...options },
  });
  if (refused) $cart.setKey('error', result.message ?? null);
  return result.ok && switchToServerCart(options);
}

/** Loads the server's cart and uses it from now on. */
async function switchToServerCart(options: ToastOptions): Promise<boolean> {
  const loaded = await fetchCart(options);
  if (loaded) $cart.setKey('merged', true);
  return loaded;
}
