import { addToCartCall as addCall, type CartItem, type CartResult, removeToCartCall } from '#lib/contract/cart.ts';
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
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { $cart, openCart, setCartItems } from './cart.ts';

const lineOf = (key: string): CartItem | undefined => $cart.get().cartItems.find((item) => lineKey(item) === key);

/** The body that sets a line's quantity on the server. */
const lineBody = (item: CartItem, quantity: number) => ({
  product_id: item.product_id,
  id: item.id ?? null,
  retailer_id: item.retailer_id ?? null,
  wholesaler_id: item.wholesaler_id ?? null,
  quantity,
});

const about = (key: string) => ({ subject: `cart ${key}` });

/** The server's word on a line, taken over: its quantity and stock (specification 4.4). */
function takeResult(item: CartItem, result: CartResult): CartItem {
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
 * Adds a line, `quantity` units more of it, within its stock and the limit of 5, and opens the cart popup.
 * A guest's cart is local; a customer's is the server's. False when nothing was added.
 */
export async function addToCart(line: CartItem): Promise<boolean> {
  const key = lineKey(line);
  const inCart = lineOf(key)?.quantity ?? 0;
  if (countAddableUnits(lineStock(line), inCart) === 0) {
    toastError(lineStock(line) === 0 ? soldOut(line.product_name) : lineLimitReached(line.product_name), about(key));
    return false;
  }
  return isSignedIn() ? addForCustomer(line, inCart) : addForGuest(line, inCart);
}

function addForGuest(line: CartItem, inCart: number): boolean {
  setCartItems(addLine($cart.get().cartItems, line));
  openCart();
  toastSuccess(inCart > 0 ? success.quantityUpdated : success.itemAdded, about(lineKey(line)));
  return true;
}

async function addForCustomer(line: CartItem, inCart: number): Promise<boolean> {
  const key = lineKey(line);
  const wanted = clampQuantity(inCart + line.quantity, lineStock(line));
  $cart.set({ ...$cart.get(), addLoading: true, error: null });
  const outcome = await callStore(addCall, { body: lineBody(line, wanted) });
  $cart.setKey('addLoading', false);
  if (!outcome) return false;
  if (isRefused(outcome)) {
    $cart.setKey('error', joinMessages(outcome.message));
    toastRefusal(outcome, about(key));
    return false;
  }
  const result = outcome.data.results.find((row) => row.product_id === line.product_id);
  if (!result?.status) {
    toastError(result?.message || failure.cartAdd, about(key));
    return false;
  }
  const { cartItems } = $cart.get();
  const stored = takeResult(line, result);
  setCartItems(
    lineOf(key) ? cartItems.map((item) => (lineKey(item) === key ? { ...item, ...stored } : item)) : [...cartItems, stored],
  );
  openCart();
  toastSuccess(outcome.message?.length ? outcome.message : success.itemAddedServer, about(key));
  return true;
}

/** Quantities on their way to the server, by line: the newest wish, and what the server last agreed to. */
const underWay = new Map<string, { wanted: number; agreed: number }>();

/**
 * Sets a line's quantity, never above its stock or 5; below 1 the line is removed. For a customer the change shows at once and is
 * undone when the server refuses it. While one change of a line is on its way only the newest wish waits behind it.
 */
export async function setQuantity(key: string, quantity: number): Promise<void> {
  const line = lineOf(key);
  if (!line) return;
  if (quantity < MIN_QUANTITY) return removeCartItem(key);
  const wanted = clampQuantity(quantity, lineStock(line));
  setCartItems(setLineQuantity($cart.get().cartItems, key, wanted));
  if (!isSignedIn()) return toastSuccess(success.quantityUpdated, about(key));
  const sending = underWay.get(key);
  if (sending) {
    sending.wanted = wanted;
    return;
  }
  underWay.set(key, { wanted, agreed: line.quantity });
  try {
    await sendQuantity(key, line);
  } finally {
    underWay.delete(key);
  }
}

/** Sends the newest wish for a line and says what came of it, several messages as one text (specification 8). */

async function sendQuantity(key: string, line: CartItem): Promise<void> {
  const state = underWay.get(key);
  if (!state) return;
  const { wanted } = state;
  const outcome = await callStore(addCall, { body: lineBody(line, wanted), failure: failure.cartUpdate });
  const refused = outcome && isRefused(outcome);
  const result =
    outcome && !isRefused(outcome) ? outcome.data.results.find((row) => row.product_id === line.product_id) : undefined;
  if (result?.status) state.agreed = result.quantity;
  if (state.wanted !== wanted) return sendQuantity(key, line);
  setCartItems(
    $cart.get().cartItems.map((item) => {
      if (lineKey(item) !== key) return item;
      return result?.status ? takeResult(item, result) : { ...item, quantity: state.agreed };
    }),
  );
  if (refused) return toastRefusal({ ...outcome, message: joinMessages(outcome.message) }, about(key));
  if (result?.status) toastSuccess(outcome?.message?.length ? joinMessages(outcome.message) : success.cartUpdated, about(key));
  else if (outcome) toastError(result?.message || failure.cartUpdate, about(key));
}

export const increaseQuantity = (key: string): Promise<void> => setQuantity(key, (lineOf(key)?.quantity ?? 0) + 1);
export const decreaseQuantity = (key: string): Promise<void> => setQuantity(key, (lineOf(key)?.quantity ?? 0) - 1);

/** Takes a line out at once and puts it back where it was when the server refuses (specification 4.4). */
export async function removeCartItem(key: string): Promise<void> {
  const { cartItems } = $cart.get();
  const line = lineOf(key);
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
      const remaining = $cart.get().cartItems;
      if (!lineOf(key)) setCartItems(remaining.toSpliced(cartItems.indexOf(line), 0, line));
      if (outcome) toastRefusal(outcome, about(key));
      return;
    }
  }
  toastSuccess(success.itemRemoved, about(key));
}
