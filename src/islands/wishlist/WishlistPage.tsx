import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { $wishes, $wishlist, fetchWishlist } from '#lib/state/wishlist/wishlist.ts';
import { WishlistItem } from './WishlistItem.tsx';
import { WishlistSkeleton } from './WishlistSkeleton.tsx';
import './WishlistPage.css';
import '#styles/ui/empty.css';

/** What the customer wished for, newest first: to put into the cart or to take off again. */
export default function WishlistPage() {
  const known = useHydrated();
  const { loading, error } = useStore($wishlist, { ssr: 'initial' });
  const wishes = useStore($wishes, { ssr: () => [] });
  const [isAsked, setAsked] = useState(false);
  const load = useCallback(() => fetchWishlist().then(() => setAsked(true)), []);
  useToasts();
  useLoad(load, error !== null);
  // Tells early/pictures.js of new pictures.
  useEffect(() => {
    if (wishes.length > 0) dispatchEvent(new Event('pictures'));
  }, [wishes]);

  if (!known || (wishes.length === 0 && !error && (loading || !isAsked))) return <WishlistSkeleton />;
  return (
    <div className="wishlist-page">
      {error && <LoadError message={error} busy={loading} retry={() => void load()} />}
      {wishes.length > 0 && (
        <>
          <p className="quiet wishlist-count" aria-live="polite">
            {wishes.length === 1 ? '1 product' : `${wishes.length} products`}
          </p>
          <ul className="wishlist" aria-label="Your wishlist">
            {wishes.map(({ wishlist_id, product }) => (
              <WishlistItem key={wishlist_id} product={product} />
            ))}
          </ul>
        </>
      )}
      {wishes.length === 0 && !error && (
        <div className="empty wishlist-empty">
          <h2>Your wishlist is empty</h2>
          <p>Tap the heart beside anything you like. It waits for you here.</p>
          <p className="cluster">
            <a className="button primary" href="/shop">
              Browse the shop
            </a>
            <a className="button" href="/categories">
              Shop by category
            </a>
          </p>
        </div>
      )}
    </div>
  );
}
