import { computed } from 'nanostores';
import * as z from 'zod/mini';
import { isRefused } from '#lib/client/request.ts';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import type { GuestWish, SliceFields } from '#lib/contract/saved-state.ts';
import { addToWishlistCall, getWishlistCall, removeToWishlistCall, wishlistEntry } from '#lib/contract/wishlist.ts';
import { toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { tick } from '#lib/state/persistence/change-time.ts';
import { createSharedMap, onReset, timeOf, writeShared } from '#lib/state/persistence/shared-map.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';
import { type ToastOptions, toastSuccess } from '#lib/state/ui/toasts.ts';

/** The fields that products are matched by (specification, entities). */
export type WishedProduct = Pick<Product, 'product_id'> & { retailer_product_id?: Product['retailer_product_id'] | undefined };

/** The customer's wishlist, newest first, as the server last sent it. */
export interface WishlistState extends SliceFields<'wishlist'> {
  /** Changes in flight, by product id: added or removed. */
  changing: Readonly<Record<number, boolean>>;
  loading: boolean;
  error: string | null;
}

const empty: WishlistState = {
  entries: [],
  guestWishes: [],
  changing: {},
  loading: false,
  error: null,
};

const guestWish = z.object({
  product_id: z.number(),
  retailer_product_id: z.optional(z.number()),
  slug: z.string(),
  name: z.string(),
  picture: z.string(),
});
const saved = z.object({
  entries: z.array(wishlistEntry),
  guestWishes: z.array(guestWish),
});

export const $wishlist = createSharedMap(
  'wishlist',
  empty,
  { lists: { guestWishes: ({ product_id }: GuestWish) => String(product_id) } },
  z.partial(saved),
);
$auth.listen((auth, before) => {
  // A tab may hear of the session after another one has loaded its wishlist.
  if (auth.isAuthenticated !== before?.isAuthenticated) writeShared($wishlist, { entries: [] }, timeOf($auth));
});

onReset(() => {
  if (isSignedIn()) void fetchWishlist();
});

// The wishlist buttons and the count in the header are no islands.
if (!import.meta.env.SSR) $wishlist.listen(() => dispatchWindowEvent('wishlist'));

/** The entries to show: one that is being removed is hidden, and shown again when that fails. */
export const $wishes = computed($wishlist, ({ entries, changing }) =>
  entries.filter(({ product }) => changing[product.product_id] !== false),
);

/** Whether two products are the same, by product_id or retailer_product_id (specification, entities). */
export const isSameProduct = (one: WishedProduct, other: WishedProduct): boolean =>
  one.product_id === other.product_id ||
  (one.retailer_product_id != null && one.retailer_product_id === other.retailer_product_id);

/** Whether a product is on the wishlist, of a guest on this device. */
export function isWished(product: WishedProduct, { entries, guestWishes, changing } = $wishlist.get()): boolean {
  if (!isSignedIn()) return guestWishes.some((wish) => isSameProduct(wish, product));
  return changing[product.product_id] ?? entries.some((entry) => isSameProduct(entry.product, product));
}

/** Loads the customer's wishlist; false when it fails, or for a guest. */
export async function fetchWishlist(): Promise<boolean> {
  if (!isSignedIn()) return false;
  // The wishlist that was requested last has every change that was accepted before.
  const requestedAt = tick();
  const { result } = await runCall(callStore(getWishlistCall), {
    track: trackIn($wishlist),
    apply: ({ data }) => writeShared($wishlist, { entries: data }, requestedAt),
  });
  return result.ok;
}

interface WishOptions extends ToastOptions {
  /** Shows no toast when the server accepts the change. */
  quiet?: boolean;
  /** What "Try again" does after a refusal: by default it repeats the change. */
  retry?: () => void;
}

/** Queue of changes: sent one after the other, so that the server ends with the shopper's last click. */
let queue: Promise<unknown> = Promise.resolve();

/** The latest change of each product in flight. */
const latest = new Map<number, symbol>();

/**
 * Changes the wishlist optimistically: a refused change is undone and shown as a toast, after an accepted one the wishlist is loaded
 * again. Only the latest change of a product decides what is shown. True when the server accepted it.
 */
async function change(product: WishedProduct, wished: boolean, options: WishOptions): Promise<boolean> {
  const { quiet, retry = () => void change(product, wished, options), ...shownAs } = options;
  const id = product.product_id;
  const mark = Symbol();
  const replacesOther = latest.has(id);
  latest.set(id, mark);
  $wishlist.setKey('changing', { ...$wishlist.get().changing, [id]: wished });
  const call = wished ? addToWishlistCall : removeToWishlistCall;
  const sent = queue.then(() => callStore(call, { body: { product_id: id } }));
  queue = sent;
  const outcome = await sent;
  const accepted = outcome !== null && !isRefused(outcome);
  if (latest.get(id) !== mark) return accepted;
  if (accepted || replacesOther) await fetchWishlist();
  if (latest.get(id) !== mark) return accepted;
  latest.delete(id);
  const { [id]: _changed, ...others } = $wishlist.get().changing;
  $wishlist.setKey('changing', others);
  if (accepted && !quiet && outcome.message?.length) toastSuccess(outcome.message, shownAs);
  else if (outcome && isRefused(outcome)) toastRefusedChange(outcome, retry, shownAs);
  return accepted;
}

/** Adds a product to the customer's wishlist. */
export const addToWishlist = (product: WishedProduct, options: WishOptions = {}): Promise<boolean> =>
  change(product, true, options);

/** Removes a product from the customer's wishlist. */
export const removeFromWishlist = (product: WishedProduct, options: WishOptions = {}): Promise<boolean> =>
  change(product, false, options);
