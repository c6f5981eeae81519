import type { CartItem } from '#lib/contract/cart.ts';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { failure, onlyLeft, soldOut } from '#lib/contract/texts.ts';
import { lineStock } from '#lib/rules/cart.ts';
import { callStore, isRefused } from '#lib/state/session/call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { $cart, fetchCart, mergeGuestCart, setCartItems } from './cart.ts';

let refreshing: Promise<void> | undefined;

/** Brings the cart up to date; asking again while that is under way waits for the same answer. */
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
 * A guest's lines, which may have been saved long ago, take over today's prices and stock, and say so when there is no longer
 * enough. What cannot be reached stays as it is.
 */
async function refreshGuestCart(): Promise<void> {
  const slugs = new Set($cart.get().cartItems.flatMap(({ slug }) => slug ?? []));
  const found = new Map<string, Product | null>();
  await Promise.all(
    Array.from(slugs, async (slug) => {
      const outcome = await callStore(singleProductDetailsCall, { params: { slug } });
      if (!outcome) return;
      if (!isRefused(outcome)) found.set(slug, outcome.data);
      else if (outcome.httpStatus === 404) found.set(slug, null);
    }),
  );
  if (isSignedIn()) return;
  const { cartItems } = $cart.get();
  const fresh = cartItems.map((item) => {
    const product = item.slug === undefined ? undefined : found.get(item.slug);
    return product === undefined ? item : upToDate(item, product);
  });
  if (JSON.stringify(fresh) !== JSON.stringify(cartItems)) setCartItems(fresh);
}

/** A guest's line with today's facts; `null` for a product that is gone. */
function upToDate(item: CartItem, product: Product | null): CartItem {
  const size = item.selected_variant?.product_variation;
  const variant = product?.variants.find(({ product_variation }) => product_variation === size);
  if (!product || (size !== undefined && !variant)) return { ...item, status: false, message: failure.productMissing };
  const { message: _before, status: _was, ...kept } = item;
  const line: CartItem = {
    ...kept,
    product_name: product.name,
    product_stock: product.product_stock,
    final_price: variant?.final_price ?? product.final_price,
    mrp: variant?.mrp ?? product.mrp,
    selected_variant: variant
      ? { id: variant.id, product_variation: variant.product_variation, final_price: variant.final_price, stock: variant.stock }
      : null,
  };
  const stock = lineStock(line);
  if (stock >= line.quantity) return line;
  return { ...line, status: false, message: stock < 1 ? soldOut(product.name) : onlyLeft(product.name, stock) };
}
