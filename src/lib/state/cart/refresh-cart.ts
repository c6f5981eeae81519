import { browserConnection } from '#lib/client/browser-connection.ts';
import { isRefused, request } from '#lib/client/request.ts';
import type { CartItem } from '#lib/contract/cart.ts';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { noLongerAvailable, soldOut } from '#lib/contract/messages/failures.ts';
import { lineKey, lineStock, updateLine } from '#lib/rules/cart/cart.ts';
import { adoptSaved, watchReset } from '#lib/state/persistence/shared-map.ts';
import { isSignedIn, sessionToken } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { toLineOffer } from './build-line.ts';
import { $cart, changeLine } from './cart.ts';
import { describeChanges } from './cart-notes.ts';
import { fetchCart } from './customer-cart.ts';

let refreshing: Promise<void> | undefined;

/** Refreshes the cart; concurrent calls share one refresh. */
export function refreshCart(options: ToastOptions = {}): Promise<void> {
  refreshing ??= refresh(options).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Again when the session has changed meanwhile: the sign-in waits for this refresh. */
async function refresh(options: ToastOptions): Promise<void> {
  const token = sessionToken();
  const isSameCart = watchReset();
  if (!isSignedIn()) await refreshGuestCart();
  else await fetchCart(options);
  if (isSignedIn() && (sessionToken() !== token || !isSameCart())) await refresh(options);
}

/** Without the requests in flight: a choice of sizes or a product page asks for the same product, and would cancel the request. */
const { inFlight: _, ...connection } = browserConnection;

/**
 * Updates a guest's lines, which may have been saved long ago, to current prices and stock, and notes what has changed. Lines whose
 * product cannot be loaded stay as they are.
 */
async function refreshGuestCart(): Promise<void> {
  const slugs = new Set($cart.get().cartItems.flatMap(({ slug }) => slug ?? []));
  /** By slug; null for a product that no longer exists. */
  const products = new Map<string, Product | null>();
  await Promise.all(
    Array.from(slugs, async (slug) => {
      const outcome = await request(connection, singleProductDetailsCall, { params: { slug } });
      if (!outcome) return;
      if (!isRefused(outcome)) products.set(slug, outcome.data);
      else if (outcome.httpStatus === 404) products.set(slug, null);
    }),
  );
  adoptSaved();
  if (isSignedIn()) return;
  for (const item of $cart.get().cartItems) {
    const product = products.get(item.slug ?? '');
    if (product === undefined) continue;
    const change = updateLine(lineKey(item), (line) => currentFields(line, product));
    if (JSON.stringify(change([item])) !== JSON.stringify([item])) changeLine(change);
  }
}

/** A line that is no longer sold has no stock, as in a customer's cart on the server, so that no total counts it. */
const withdrawn = ({ selected_variant, product_name }: CartItem): Partial<CartItem> => ({
  status: false,
  message: noLongerAvailable(product_name),
  product_stock: 0,
  selected_variant: selected_variant && { ...selected_variant, stock: 0 },
});

function currentFields(line: CartItem, product: Product | null): Partial<CartItem> {
  const size = line.selected_variant?.product_variation;
  const variant = product?.variants.find(({ product_variation }) => product_variation === size);
  if (!product || (size !== undefined && !variant)) return withdrawn(line);
  const fields = { product_name: product.name, ...toLineOffer(product, variant) };
  const now = { ...line, ...fields };
  if (lineStock(now) < 1) return { ...fields, status: false, message: soldOut(product.name) };
  return { ...fields, status: true, message: describeChanges(line, now) };
}
