import { isOtherStore } from '#lib/client/other-store.ts';
import { isRefused } from '#lib/client/request.ts';
import { addToCartCall, addToCartGuestCall, type CartItem, getCartCall } from '#lib/contract/cart.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { haveSameLines, lineKey, lineLimit, lineStock, putLine } from '#lib/rules/cart/cart.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { isExternal, tick } from '#lib/state/persistence/change-time.ts';
import { adoptSaved, onReset, watchReset, writeShared } from '#lib/state/persistence/shared-map.ts';
import { isSignedIn, sessionToken } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { findResult, toGuestLines, toLineBody } from './build-line.ts';
import { $cart, changeLine, findLine, replaceCart, setCartFields } from './cart.ts';
import { describeChanges, isOverLimit } from './cart-notes.ts';

/** The customer's cart on the server: loaded, merged with a guest's lines, and loaded again when this tab may show other lines. */

export interface FetchOptions extends ToastOptions {
  /** Shows neither progress nor failure. */
  quiet?: boolean;
}

/** Calls in flight about the cart. */
let calls = 0;

/** Whether the server may have other lines than this tab shows. */
let isStale = false;

/** How much later than the calls of this tab another tab's change may be heard of, in milliseconds: the server's order is then unknown. */
const HEARD_LATE_MS = 100;
let idleAt = 0;

/** Loads the cart again once no call is in flight. */
export function markStale(): void {
  isStale = true;
}

/** Runs `task`, which makes calls about the cart. After the last of several, the cart is loaded again if it is stale. */
export async function whileBusy<T>(task: () => Promise<T>): Promise<T> {
  calls += 1;
  try {
    return await task();
  } finally {
    adoptSaved();
    calls -= 1;
    idleAt = Date.now();
    await reloadStale();
  }
}

async function reloadStale(): Promise<void> {
  if (calls > 0 || !isSignedIn() || !isStale) return;
  isStale = false;
  const isLoaded = await fetchCart({ quiet: true });
  if (!isLoaded && isSignedIn()) markStale();
}

let merging: Promise<boolean> | undefined;

/** Resolves when no merge of a guest's lines is in flight. */
export const untilMerged = async (): Promise<unknown> => merging;

/**
 * Loads the customer's cart, once a guest's lines are merged into it; refused without a call when no one is signed in. Safe to repeat: the
 * server never adds a line twice.
 */
export const fetchCart = (options: FetchOptions = {}): Promise<boolean> =>
  whileBusy(() => {
    if (!isSignedIn() || $cart.get().merged) return loadCart(options, tick());
    merging ??= merge(options).finally(() => {
      merging = undefined;
    });
    return merging;
  });

/** Again after another sign-in meanwhile, and after changes by another tab, which may not know of the sign-in. */
async function merge(options: FetchOptions): Promise<boolean> {
  // At once, so that no view takes a customer's cart for empty before it is loaded.
  if (!options.quiet) setCartFields({ loading: true });
  // A listener of the cart may have called: the others see its change first.
  await Promise.resolve();
  const isSameCart = watchReset();
  const since = tick();
  const isSent = await sendGuestLines(options);
  const isLoaded = isSent && (await loadCart(options, since));
  // The store has the lines: a store that adds them up would have them twice if they were sent again. Without lines the cart is unknown.
  if (isSent && !isLoaded && $cart.get().cartItems.length > 0 && isSignedIn() && isSameCart())
    writeShared($cart, { merged: true }, since);
  const isDone = isSameCart() ? !isLoaded || $cart.get().merged : !isSignedIn();
  return isDone ? isLoaded : merge(options);
}

/**
 * Loads the cart and shows it before the loading ends, so that no view takes the earlier lines for the loaded ones. What has changed after
 * `since` stays.
 */
async function loadCart({ quiet, ...options }: FetchOptions, since: number): Promise<boolean> {
  if (!isSignedIn()) {
    setCartFields({ loading: false, error: failure.notAuthenticated });
    return false;
  }
  const isSameCart = watchReset();
  let lowered: Promise<unknown> | undefined;
  const { reply } = await runCall(callStore(getCartCall), {
    ...(!quiet && { track: trackIn($cart), toast: options }),
    apply: ({ data }) => {
      if (isSameCart()) lowered = showServerLines(data.cart, since);
    },
  });
  await lowered;
  return reply !== undefined;
}

/** Shows the server's lines in the order that this device has them, with what has changed, and lowers quantities to the stock. */
async function showServerLines(cart: readonly CartItem[], since: number): Promise<void> {
  const before = $cart.get().cartItems.map(lineKey);
  const position = (line: CartItem) => (before.indexOf(lineKey(line)) + before.length + 1) % (before.length + 1);
  const ordered = [...cart].sort((one, other) => position(one) - position(other));
  replaceCart(ordered.map(withNote), true, since);
  await Promise.all(ordered.filter(isOverLimit).map(lowerQuantity));
}

/** The server's line; a note replaces its problem when lowering the quantity solves it. */
function withNote(line: CartItem): CartItem {
  if (line.status === false && !isOverLimit(line)) return line;
  const { status: _status, message: _message, ...rest } = line;
  const message = describeChanges(findLine(lineKey(line)), line);
  return { ...rest, quantity: isOverLimit(line) ? lineLimit(lineStock(line)) : line.quantity, ...(message && { message }) };
}

/** Lowers a line's quantity on the server to its stock; shows the server's line again when that fails. */
const lowerQuantity = (line: CartItem): Promise<void> =>
  whileBusy(async () => {
    const key = lineKey(line);
    const limit = lineLimit(lineStock(line));
    const isSameCart = watchReset();
    const { reply } = await runCall(callStore(addToCartCall, { body: toLineBody(line, limit), failure: failure.cartUpdate }));
    if (!isSameCart()) return;
    const isLowered = reply && findResult(line, reply.data.results)?.status;
    const shown = findLine(key);
    // The shopper's own change of the line may have reached the server first.
    if (isLowered && shown?.quantity !== limit) markStale();
    if (!isLowered && shown) changeLine(putLine(line));
  });

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
  if (isSignedIn()) void fetchCart({ quiet: true });
});

if (!import.meta.env.SSR) addEventListener('online', () => void reloadStale());

/** Lines that this tab shows already are no reason to load them: two tabs would answer each other's reloads. */
$cart.listen((cart, before) => {
  if (!isSignedIn()) return;
  // By a tab that does not know of the sign-in.
  if (before?.merged && !cart.merged) void fetchCart();
  if (!isExternal() || haveSameLines(cart.cartItems, before?.cartItems ?? [])) return;
  if (calls === 0 && Date.now() > idleAt + HEARD_LATE_MS) return;
  markStale();
  void reloadStale();
});
