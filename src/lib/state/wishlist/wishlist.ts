import { computed } from 'nanostores';
import * as z from 'zod/mini';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import {
  addToWishlistCall as addCall,
  getWishlistCall,
  removeToWishlistCall as removeCall,
  type WishlistEntry,
  wishlistEntry,
} from '#lib/contract/wishlist.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { callStore, isRefused, toastRefusal } from '#lib/state/session/call.ts';
import { describeFailure } from '#lib/state/session/failure-text.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';
import { type ToastOptions, toastSuccess } from '#lib/state/ui/toasts.ts';

/** What a product is matched by (specification 3). */
export type WishedProduct = Pick<Product, 'product_id'> & { retailer_product_id?: Product['retailer_product_id'] | undefined };

export interface WishlistState {
  /** The customer's wishes as the server last told them, newest first. */
  entries: readonly WishlistEntry[];
  /** Changes that are on their way to the server, by product id: wished for or not. */
  changing: Readonly<Record<number, boolean>>;
  loading: boolean;
  error: string | null;
}

const empty: WishlistState = { entries: [], changing: {}, loading: false, error: null };

const saved = z.object({ entries: z.array(wishlistEntry) });

export const $wishlist = createSavedMap<WishlistState>('wishlist', empty, z.partial(saved));
syncAcrossTabs('wishlist', $wishlist, ['changing', 'loading', 'error']);
$auth.listen((auth, before) => {
  if (auth.isAuthenticated !== before?.isAuthenticated) $wishlist.set(inheritOrigin(auth, { ...empty }));
});

// The wishlist buttons and the count in the header are no islands.
if (!import.meta.env.SSR) $wishlist.listen(() => dispatchWindowEvent('wishlist'));

/** The wishes to show: what is just being taken off is gone at once, and back in its place when that fails. */
export const $wishes = computed($wishlist, ({ entries, changing }) =>
  entries.filter(({ product }) => changing[product.product_id] !== false),
);

const isSame = (one: WishedProduct, other: WishedProduct): boolean =>
  one.product_id === other.product_id ||
  (one.retailer_product_id != null && one.retailer_product_id === other.retailer_product_id);

/** Whether a product is on the wishlist, by product_id or retailer_product_id (specification 3). */
export function isWished(product: WishedProduct, { entries, changing } = $wishlist.get()): boolean {
  return changing[product.product_id] ?? entries.some((entry) => isSame(entry.product, product));
}

/** Loads the customer's wishlist. False when it could not be had. */
export async function fetchWishlist(): Promise<boolean> {
  if (!isSignedIn()) return false;
  $wishlist.set({ ...$wishlist.get(), loading: true, error: null });
  const outcome = await callStore(getWishlistCall);
  if (!outcome) {
    $wishlist.setKey('loading', false);
    return false;
  }
  const refused = isRefused(outcome);
  $wishlist.set({
    ...$wishlist.get(),
    loading: false,
    ...(refused ? { error: describeFailure(outcome) } : { entries: outcome.data }),
  });
  return !refused;
}

/** Changes go to the server one after the other, so that it ends where the shopper's last click was. */
let sending: Promise<unknown> = Promise.resolve();

/** The newest wish for each product whose change is under way. */
const newest = new Map<number, symbol>();

/**
 * Shows a change at once and sends it. When the server refuses, it is undone and the refusal is toasted; else the wishlist is loaded
 * again. Only the newest change of a product decides what is shown. True when the server agreed.
 */
async function change(product: WishedProduct, wished: boolean, options: ToastOptions): Promise<boolean> {
  const id = product.product_id;
  const mark = Symbol();
  const followsAnother = newest.has(id);
  newest.set(id, mark);
  $wishlist.setKey('changing', { ...$wishlist.get().changing, [id]: wished });
  const sent = sending.then(() => callStore(wished ? addCall : removeCall, { body: { product_id: id } }));
  sending = sent;
  const outcome = await sent;
  const agreed = outcome !== null && !isRefused(outcome);
  if (newest.get(id) !== mark) return agreed;
  if (agreed || followsAnother) await fetchWishlist();
  if (newest.get(id) !== mark) return agreed;
  newest.delete(id);
  const { [id]: _settled, ...others } = $wishlist.get().changing;
  $wishlist.setKey('changing', others);
  const about = { subject: `wish ${id}`, ...options };
  if (agreed && outcome.message?.length) toastSuccess(outcome.message, about);
  else if (outcome && isRefused(outcome)) toastRefusal(outcome, about);
  return agreed;
}

/** Puts a product on the customer's wishlist. */
export const addToWishlist = (product: WishedProduct, options: ToastOptions = {}): Promise<boolean> =>
  change(product, true, options);

/** Takes a product off the customer's wishlist. */
export const removeFromWishlist = (product: WishedProduct, options: ToastOptions = {}): Promise<boolean> =>
  change(product, false, options);
