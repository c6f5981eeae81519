import { computed, onNotify } from 'nanostores';
import * as z from 'zod/mini';
import { type CartItem, cartItem } from '#lib/contract/cart.ts';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { cartPaise, cartSavings, countUnits, isOrderable, type LineChange, lineKey } from '#lib/rules/cart/cart.ts';
import { isExternal } from '#lib/state/persistence/change-origin.ts';
import { adoptStored, createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';

/** The state of the cart. */
export interface CartState extends SliceFields<'cart'> {
  loading: boolean;
  addLoading: boolean;
  error: string | null;
  isCartOpen: boolean;
}

const empty: CartState = {
  cartItems: [],
  merged: false,
  revision: 0,
  changes: [],
  begun: 0,
  reset: 0,
  loading: false,
  addLoading: false,
  error: null,
  isCartOpen: false,
};

const saved = z.partial(
  z.object({
    cartItems: z.array(cartItem),
    merged: z.boolean(),
    revision: z.number(),
    changes: z.array(z.string()),
    begun: z.number(),
    reset: z.number(),
  }),
);

/** A page that is opened after a sign-out finds nothing saved, and does not know of it: its cart counts from the first change. */
const startOf = ({ begun, reset }: SliceFields<'cart'>): number => Math.max(begun, reset);

/** The empty cart after a reset; one that is later than this reset stays. */
const afterReset = (reset: number, before: CartState): CartState => (startOf(before) >= reset ? before : { ...empty, reset });

/** A cart after a sign-out replaces every cart before it. */
export const $cart = createSavedMap('cart', empty, saved, { rank: (cart) => [startOf(cart), cart.revision], afterReset });
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $cart.get().merged) setMerged(false);
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
  adoptStored('cart');
  return $cart.get().cartItems.find((item) => lineKey(item) === key);
}

/** A change of a line by this tab. */
interface OwnChange {
  id: string;
  /** In milliseconds since 1970. */
  at: number;
  /** The sign-out that it follows. */
  reset: number;
  change: LineChange;
}

/** How many changes the saved cart names. */
const MAX_CHANGES = 50;

/** How long another tab's write may take to replace an own one that it did not know, in milliseconds. */
const LOST_MS = 5000;

/** How far apart two tabs may begin a cart of which neither has heard from the other, in milliseconds: less than a page takes to load. */
const CROSSING_MS = 50;

const ownChanges: OwnChange[] = [];

/** Applies changes of this tab to the cart as it is now. */
function applyOwn(made: readonly OwnChange[]): void {
  const { cartItems, changes, merged, revision, begun } = $cart.get();
  setCartFields({
    cartItems: made.reduce((items, { change }) => change(items), cartItems),
    // The server does not know a guest's change.
    merged: merged && isSignedIn(),
    revision: revision + 1,
    begun: begun || Date.now(),
    changes: [...changes, ...made.map(({ id }) => id)].slice(-MAX_CHANGES),
  });
}

/** Applies this tab's changes again that another one has written over, because it had not read them yet. */
function applyLost(): void {
  adoptStored('cart');
  const { changes, begun, reset } = $cart.get();
  // Two tabs may have begun a cart at once; what is older is of the customer before.
  const since = Math.max(Date.now() - LOST_MS, begun - CROSSING_MS);
  const lost = ownChanges.filter((own) => own.reset >= reset && own.at > since && !changes.includes(own.id));
  if (lost.length > 0) applyOwn(lost);
}

/** How long the lock of this site's tabs may be awaited, in milliseconds: its holder may be a tab that the browser has frozen. */
const LOCK_WAIT_MS = 500;

/** Under the lock; without it where the browser has none or does not grant it in time. */
async function applyLostSoon(): Promise<void> {
  try {
    await navigator.locks.request('haat', { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, applyLost);
  } catch {
    // Not as part of the caller's change.
    await null;
    applyLost();
  }
}

/**
 * Changes one line of the cart that is saved now, here and in the other tabs. Writes at once, because this page may be left in a moment,
 * and looks under the lock whether another tab has written over it.
 */
export function changeLine(change: LineChange): void {
  const { reset } = $cart.get();
  adoptStored('cart');
  // Another tab has signed out: the change was of the cart before.
  if (reset !== $cart.get().reset) return;
  const own = { id: Math.random().toString(36).slice(2), at: Date.now(), reset, change };
  ownChanges.push(own);
  applyOwn([own]);
  void applyLostSoon();
}

onNotify($cart, () => {
  if (isExternal() && ownChanges.length > 0) void applyLostSoon();
});

/** Returns a check whether no sign-out has reset the cart since: the reply to an earlier call is about another customer's lines. */
export function watchReset(): () => boolean {
  const { reset } = $cart.get();
  return () => $cart.get().reset === reset;
}

/** How many changes this tab has made so far. */
export const countOwnChanges = (): number => ownChanges.length;

/** Replaces all lines; this tab's changes after the first `since` stay. `merged`: they are from the customer's cart on the server. */
export function replaceCart(lines: CartState['cartItems'], merged: boolean, since = countOwnChanges()): void {
  adoptStored('cart');
  const { cartItems, revision, begun, reset, ...before } = $cart.get();
  const later = ownChanges.slice(since).filter((own) => own.reset === reset);
  const replaced = later.reduce((items, { change }) => change(items), lines);
  if (merged === before.merged && JSON.stringify(replaced) === JSON.stringify(cartItems)) return;
  setCartFields({ cartItems: replaced, merged, revision: revision + 1, begun: begun || Date.now() });
}

/** Records whether the lines are from the customer's cart on the server. */
export function setMerged(merged: boolean): void {
  adoptStored('cart');
  replaceCart($cart.get().cartItems, merged);
}

/** Empties the cart, after an order. */
export function clearCart(): void {
  replaceCart([], $cart.get().merged);
  $cart.setKey('error', null);
}
