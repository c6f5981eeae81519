import { computed } from 'nanostores';
import * as z from 'zod/mini';
import { type CartLog, cartItem, cartLog, type LineChange } from '#lib/contract/cart.ts';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { cartPaise, cartSavings, countUnits, isOrderable, lineKey } from '#lib/rules/cart/cart.ts';
import {
  emptyLog,
  logLines,
  mergeLogs,
  recordChange,
  replaceLines,
  requestTime,
  resetLog,
  resetTime,
} from '#lib/rules/cart/cart-log.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';

/** The cart state of specification 3. */
export interface CartState extends SliceFields<'cart'> {
  loading: boolean;
  addLoading: boolean;
  error: string | null;
  isCartOpen: boolean;
}

const empty: CartState = {
  cartItems: [],
  merged: false,
  log: emptyLog,
  loading: false,
  addLoading: false,
  error: null,
  isCartOpen: false,
};

const saved = z.object({ cartItems: z.array(cartItem), merged: z.boolean(), log: cartLog });

const toFields = (log: CartLog): SliceFields<'cart'> => ({ cartItems: logLines(log), merged: log.merged, log });

/** The log of saved fields; earlier versions saved the items alone. */
const toLog = ({ cartItems = [], merged = false, log }: Partial<SliceFields<'cart'>>): CartLog =>
  log && (log.until > 0 || log.changes.length > 0) ? log : { ...emptyLog, base: [...cartItems], merged };

const mergeTabs = (mine: Partial<SliceFields<'cart'>>, theirs: Partial<SliceFields<'cart'>>): SliceFields<'cart'> =>
  toFields(mergeLogs(toLog(mine), toLog(theirs)));

/** The empty cart after a reset; one that is later than this reset stays. */
const afterReset = (at: number, before: CartState): CartState =>
  resetTime(before.log) >= at ? before : { ...empty, log: resetLog(at) };

export const $cart = createSavedMap('cart', empty, z.partial(saved), { merge: mergeTabs, afterReset });
syncAcrossTabs('cart', $cart, ['loading', 'addLoading', 'error', 'isCartOpen'], mergeTabs);
$auth.listen((auth) => {
  const { log, cartItems, merged } = $cart.get();
  if (auth.isAuthenticated || !merged) return;
  const guestLog = replaceLines(log, cartItems, false, requestTime(log, Date.now()));
  $cart.set(inheritOrigin(auth, { ...$cart.get(), ...toFields(guestLog) }));
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

export const findLine = (key: string) => $cart.get().cartItems.find((item) => lineKey(item) === key);

const randomId = (): string => Math.random().toString(36).slice(2);

/** Changes one line, here and in the other tabs. */
export function changeLine(key: string, change: LineChange): void {
  const log = recordChange($cart.get().log, { id: randomId(), key, guest: !isSignedIn(), change }, Date.now());
  $cart.set({ ...$cart.get(), ...toFields(log) });
}

/** The time of a request for the server's cart: changes made after it stay when its reply replaces the lines. */
export const cartTime = (): number => requestTime($cart.get().log, Date.now());

/** Returns a check whether no sign-out has reset the cart since: the reply to an earlier call is about another customer's lines. */
export function watchReset(): () => boolean {
  const reset = resetTime($cart.get().log);
  return () => resetTime($cart.get().log) === reset;
}

/** Replaces all lines as of the time `at`. `merged`: they are from the customer's cart on the server. */
export function replaceCart(items: CartState['cartItems'], merged: boolean, at = cartTime()): void {
  const { log } = $cart.get();
  const replaced = replaceLines(log, items, merged, at);
  if (replaced !== log) $cart.set({ ...$cart.get(), ...toFields(replaced) });
}

/** Empties the cart, after an order. */
export function clearCart(): void {
  replaceCart([], $cart.get().merged);
  $cart.setKey('error', null);
}
