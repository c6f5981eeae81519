import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { useHydrated } from '#islands/hydrated.ts';
import { LoadFailed } from '#islands/loading/LoadFailed.tsx';
import { useLoad } from '#islands/loading/useLoad.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { $wishes, $wishlist, loadWishlist } from '#lib/state/wishlist.ts';
import { Wish } from './Wish.tsx';
import { WishlistPlaces } from './WishlistPlaces.tsx';
import '#islands/cart/totals.css';
import './wishlist-page.css';

/** What the customer wished for, newest first: to put into the cart or to take off again. */
export default function WishlistPage() {
  const known = useHydrated();
  const { loading, error } = useStore($wishlist, { ssr: 'initial' });
  const wishes = useStore($wishes, { ssr: () => [] });
  const [isAsked, setAsked] = useState(false);
  const load = useCallback(() => loadWishlist().then(() => setAsked(true)), []);
  useToasts();
  useLoad(load, error !== null);
  // Tells early/pictures.js of new pictures.
  useEffect(() => {
    if (wishes.length > 0) dispatchEvent(new Event('pictures'));
  }, [wishes]);

  if (!known || (wishes.length === 0 && !error && (loading || !isAsked))) return <WishlistPlaces />;
  return (
    <div className="wishlist-page">
      {error && <LoadFailed message={error} busy={loading} retry={() => void load()} />}
      {wishes.length > 0 && (
        <>
          <p className="quiet" aria-live="polite">
            {wishes.length === 1 ? '1 product' : `${wishes.length} products`}
          </p>
          <ul className="wishes" aria-label="Your wishlist">
            {wishes.map(({ wishlist_id, product }) => (
              <Wish key={wishlist_id} product={product} />
            ))}
          </ul>
        </>
      )}
      {wishes.length === 0 && !error && (
        <div className="empty">
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
