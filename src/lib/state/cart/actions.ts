import { isRefused } from '#lib/client/request.ts';
import { addToCartCall, type CartItem, type CartResult, removeToCartCall } from '#lib/contract/cart.ts';
import { failure, lineLimitReached, soldOut, success } from '#lib/contract/texts.ts';
import {
  addLine,
  clampQuantity,
  countAddableUnits,
  lineKey,
  lineStock,
  MIN_QUANTITY,
  removeLine,
  setLineQuantity,
} from '#lib/rules/cart.ts';
import { callStore, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { messageOf, runCall, textOf } from '#lib/state/session/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { $cart, openCart, setCartItems } from './cart.ts';
import { toLineBody } from './line.ts';

const findLine = (key: string): CartItem | undefined => $cart.get().cartItems.find((item) => lineKey(item) === key);

const toastFor = (key: string) => ({ subject: `cart ${key}` });

/** A line with the quantity and stock of the server's reply (specification 4.4). */
function applyResult(item: CartItem, result: CartResult): CartItem {
  const { selected_variant } = item;
  return {
    ...item,
    quantity: Math.max(result.quantity, MIN_QUANTITY),
    product_stock: result.product_stock,
    wishlist_id: result.wishlist_id,
    selected_variant: selected_variant && { ...selected_variant, stock: result.product_stock },
  };
}

/**
 * Adds `line.quantity` units of a line, within its stock and the limit of 5, and opens the cart popup. A guest's cart is local, a
 * customer's is on the server. False when nothing was added.
 */
export async function addToCart(line: CartItem): Promise<boolean> {
  const key = lineKey(line);
  const inCart = findLine(key)?.quantity ?? 0;
  if (countAddableUnits(lineStock(line), inCart) === 0) {
    toastError(lineStock(line) === 0 ? soldOut(line.product_name) : lineLimitReached(line.product_name), toastFor(key));
    return false;
  }
  return isSignedIn() ? addForCustomer(line, inCart) : addForGuest(line, inCart);
}

function addForGuest(line: CartItem, inCart: number): boolean {
  setCartItems(addLine($cart.get().cartItems, line));
  openCart();
  toastSuccess(inCart > 0 ? success.quantityUpdated : success.itemAdded, toastFor(lineKey(line)));
  return true;
}

async function addForCustomer(line: CartItem, inCart: number): Promise<boolean> {
  const key = lineKey(line);
  const toast = toastFor(key);
  const quantity = clampQuantity(inCart + line.quantity, lineStock(line));
  const { reply } = await runCall(callStore(addToCartCall, { body: toLineBody(line, quantity) }), {
    track: ({ loading, ...error }) => $cart.set({ ...$cart.get(), addLoading: loading, ...error }),
    toast,
  });
  if (!reply) return false;
  const result = reply.data.results.find((row) => row.product_id === line.product_id);
  if (!result?.status) {
    toastError(result?.message || failure.cartAdd, toast);
    return false;
  }
  const { cartItems } = $cart.get();
  const added = applyResult(line, result);
  setCartItems(
    findLine(key) ? cartItems.map((item) => (lineKey(item) === key ? { ...item, ...added } : item)) : [...cartItems, added],
  );
  openCart();
  toastSuccess(messageOf(reply, success.itemAddedServer), toast);
  return true;
}

/** Quantity changes in flight, by line: the latest wanted quantity, and the one that the server last confirmed. */
const inFlight = new Map<string, { wanted: number; confirmed: number }>();

/**
 * Sets a line's quantity, at most its stock and 5; below 1 the line is removed. For a customer the update is optimistic and undone when
 * the server refuses it. Changes made while one is in flight are coalesced into the latest.
 */
export async function setQuantity(key: string, quantity: number): Promise<void> {
  const line = findLine(key);
  if (!line) return;
  if (quantity < MIN_QUANTITY) return removeCartItem(key);
  const wanted = clampQuantity(quantity, lineStock(line));
  setCartItems(setLineQuantity($cart.get().cartItems, key, wanted));
  if (!isSignedIn()) return toastSuccess(success.quantityUpdated, toastFor(key));
  const change = inFlight.get(key);
  if (change) {
    change.wanted = wanted;
    return;
  }
  inFlight.set(key, { wanted, confirmed: line.quantity });
  try {
    await sendQuantity(key, line);
  } finally {
    inFlight.delete(key);
  }
}

/** Sends a line's latest quantity and shows the result, several messages as one toast (specification 8). */
async function sendQuantity(key: string, line: CartItem): Promise<void> {
  const change = inFlight.get(key);
  if (!change) return;
  const { wanted } = change;
  const body = toLineBody(line, wanted);
  const { reply, refused } = await runCall(callStore(addToCartCall, { body, failure: failure.cartUpdate }));
  const result = reply?.data.results.find((row) => row.product_id === line.product_id);
  if (result?.status) change.confirmed = result.quantity;
  if (change.wanted !== wanted) return sendQuantity(key, line);
  setCartItems(
    $cart.get().cartItems.map((item) => {
      if (lineKey(item) !== key) return item;
      return result?.status ? applyResult(item, result) : { ...item, quantity: change.confirmed };
    }),
  );
  if (refused) return toastRefusal({ ...refused, message: joinMessages(refused.message) }, toastFor(key));
  if (!reply) return;
  if (result?.status) toastSuccess(textOf(reply, success.cartUpdated), toastFor(key));
  else toastError(result?.message || failure.cartUpdate, toastFor(key));
}

export const increaseQuantity = (key: string): Promise<void> => setQuantity(key, (findLine(key)?.quantity ?? 0) + 1);
export const decreaseQuantity = (key: string): Promise<void> => setQuantity(key, (findLine(key)?.quantity ?? 0) - 1);

/** Removes a line; restores it at its index when the server refuses (specification 4.4). */
export async function removeCartItem(key: string): Promise<void> {
  const { cartItems } = $cart.get();
  const line = findLine(key);
  if (!line) return;
  setCartItems(removeLine(cartItems, key));
  if (isSignedIn()) {
    const outcome = await callStore(removeToCartCall, {
      body: {
        product_id: line.product_id,
        retailer_product_id: line.retailer_product_id ?? null,
        variant_id: line.id ?? line.selected_variant?.id ?? null,
      },
    });
    if (!outcome || isRefused(outcome)) {
      if (!findLine(key)) setCartItems($cart.get().cartItems.toSpliced(cartItems.indexOf(line), 0, line));
      if (outcome) toastRefusal(outcome, toastFor(key));
      return;
    }
  }
  toastSuccess(success.itemRemoved, toastFor(key));
}
