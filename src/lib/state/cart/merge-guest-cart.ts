import { isOtherStore } from '#lib/client/other-store.ts';
import { isRefused } from '#lib/client/request.ts';
import { addToCartGuestCall, type CartItem, getCartCall } from '#lib/contract/cart.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { onReset } from '#lib/state/persistence/reset-stores.ts';
import { mergeStored } from '#lib/state/persistence/saved-state.ts';
import { isSignedIn, sessionToken } from '#lib/state/session/session.ts';
import { toGuestLines } from './build-line.ts';
import { whileBusy } from './calls-in-flight.ts';
import { $cart, cartTime, replaceCart, setCartFields, watchReset } from './cart.ts';
import { type FetchOptions, loadCart } from './fetch-cart.ts';

let merging: Promise<boolean> | undefined;

/** Resolves when no merge of a guest's lines is in flight. */
export const untilMerged = async (): Promise<unknown> => merging;

/** Merges a guest's lines into the customer's cart and loads the result. Safe to repeat: the server never adds a line twice. */
export function mergeGuestCart(options: FetchOptions = {}): Promise<boolean> {
  return whileBusy(() => {
    merging ??= merge(options).finally(() => {
      merging = undefined;
    });
    return merging;
  });
}

/** Whether a tab that did not know of the sign-in has changed the cart as a guest's since it was merged. */
const hasGuestChanges = (): boolean => $cart.get().log.changes.some(({ guest }) => guest);

/** Again after a reset that the session has survived, and for changes made meanwhile by a tab that did not know of the sign-in. */
async function merge(options: FetchOptions): Promise<boolean> {
  const isSameCart = watchReset();
  const isMerged = await mergeOnce(options);
  const isDone = isSameCart() ? !isMerged || !hasGuestChanges() : !isSignedIn();
  return isDone ? isMerged : merge(options);
}

async function mergeOnce(options: FetchOptions): Promise<boolean> {
  // At once, so that no view takes a customer's cart for empty before it is loaded.
  if (!options.quiet) setCartFields({ loading: true });
  // A listener of the cart may have called: the others see its change first.
  await Promise.resolve();
  mergeStored('cart');
  const at = cartTime();
  const isSameCart = watchReset();
  if (!(await sendGuestLines(options))) return false;
  const isLoaded = await loadCart(options, { merged: true, at });
  const { cartItems } = $cart.get();
  // The store has the lines: a store that adds them up would have them twice if they were sent again. Without lines the cart is unknown.
  if (!isLoaded && cartItems.length > 0 && isSignedIn() && isSameCart()) replaceCart(cartItems, true, at);
  return isLoaded;
}

/** The lines that a store that may add them up does not have yet: an earlier merge may have reached it, its reply not this device. */
async function findUnsent(lines: readonly CartItem[]): Promise<readonly CartItem[]> {
  const known = await callStore(getCartCall);
  if (!known || isRefused(known)) return lines;
  const quantities = new Map(known.data.cart.map((line) => [lineKey(line), line.quantity]));
  return lines.filter((line) => line.quantity > (quantities.get(lineKey(line)) ?? 0));
}

async function sendGuestLines({ quiet, ...options }: FetchOptions): Promise<boolean> {
  const { cartItems } = $cart.get();
  if (!sessionToken() || cartItems.length === 0) {
    console.info(failure.cartNothingToSync);
    return true;
  }
  const unsent = isOtherStore() ? await findUnsent(cartItems) : cartItems;
  if (unsent.length === 0) return true;
  const { refused, result } = await runCall(
    callStore(addToCartGuestCall, { body: { cart_items: toGuestLines(unsent) } }),
    quiet ? {} : { toast: options },
  );
  if (!result.ok) setCartFields({ ...(!quiet && { loading: false }), ...(refused && { error: result.message ?? null }) });
  return result.ok;
}

onReset(() => {
  if (isSignedIn()) void mergeGuestCart({ quiet: true });
});

$cart.listen(({ log, merged }, before) => {
  if (log !== before?.log && merged && isSignedIn() && hasGuestChanges()) void mergeGuestCart();
});
