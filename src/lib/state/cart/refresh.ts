import { isRefused } from '#lib/client/request.ts';
import type { CartItem } from '#lib/contract/cart.ts';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { failure, onlyLeft, soldOut } from '#lib/contract/texts.ts';
import { lineStock } from '#lib/rules/cart.ts';
import { callStore } from '#lib/state/session/call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { $cart, fetchCart, mergeGuestCart, setCartItems } from './cart.ts';
import { toLineOffer } from './line.ts';

let refreshing: Promise<void> | undefined;

/** Refreshes the cart; concurrent calls share one refresh. */
export function refreshCart(options: ToastOptions = {}): Promise<void> {
  refreshing ??= refresh(options).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(options: ToastOptions): Promise<void> {
  if (!isSignedIn()) return refreshGuestCart();
  await ($cart.get().merged ? fetchCart(options) : mergeGuestCart(options));
}

/**
 * Updates a guest's lines, which may have been saved long ago, to current prices and stock, and marks those with too little stock.
 * Lines whose product cannot be loaded stay as they are.
 */
async function refreshGuestCart(): Promise<void> {
  const slugs = new Set($cart.get().cartItems.flatMap(({ slug }) => slug ?? []));
  const products = new Map<string, Product | null>();
  await Promise.all(
    Array.from(slugs, async (slug) => {
      const outcome = await callStore(singleProductDetailsCall, { params: { slug } });
      if (!outcome) return;
      if (!isRefused(outcome)) products.set(slug, outcome.data);
      else if (outcome.httpStatus === 404) products.set(slug, null);
    }),
  );
  if (isSignedIn()) return;
  const { cartItems } = $cart.get();
  const refreshed = cartItems.map((item) => {
    const product = item.slug === undefined ? undefined : products.get(item.slug);
    return product === undefined ? item : updateLine(item, product);
  });
  if (JSON.stringify(refreshed) !== JSON.stringify(cartItems)) setCartItems(refreshed);
}

/** A guest's line with the product's current data; null marks a product that no longer exists. */
function updateLine(item: CartItem, product: Product | null): CartItem {
  const size = item.selected_variant?.product_variation;
  const variant = product?.variants.find(({ product_variation }) => product_variation === size);
  if (!product || (size !== undefined && !variant)) return { ...item, status: false, message: failure.productMissing };
  const { message: _message, status: _status, ...rest } = item;
  const line: CartItem = { ...rest, product_name: product.name, ...toLineOffer(product, variant) };
  const stock = lineStock(line);
  if (stock >= line.quantity) return line;
  return { ...line, status: false, message: stock < 1 ? soldOut(product.name) : onlyLeft(product.name, stock) };
}
