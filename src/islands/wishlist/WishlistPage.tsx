import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $wishes, $wishlist, fetchWishlist } from '#lib/state/wishlist/wishlist.ts';
import { WishlistGrid } from './WishlistGrid.tsx';
import { WishlistItem } from './WishlistItem.tsx';
import { WishlistSkeleton } from './WishlistSkeleton.tsx';
import './WishlistPage.css';

export default function WishlistPage() {
  const hydrated = useHydrated();
  const { loading, error } = useStore($wishlist, { ssr: 'initial' });
  const wishes = useStore($wishes, { ssr: () => [] });
  const [hasLoaded, setLoaded] = useState(false);
  const load = useCallback(() => fetchWishlist().then(() => setLoaded(true)), []);
  useToasts();
  useLoad(load, error !== null);
  useEffect(() => {
    if (wishes.length > 0) dispatchWindowEvent('pictures');
  }, [wishes]);

  if (!hydrated || (wishes.length === 0 && !error && (loading || !hasLoaded))) return <WishlistSkeleton />;
  return (
    <div className="wishlist-page">
      {error && <LoadError message={error} busy={loading} retry={() => void load()} />}
      {wishes.length > 0 && (
        <>
          <p className="quiet wishlist-count" aria-live="polite">
            {wishes.length === 1 ? t('1 product') : t('{count} products', { count: wishes.length })}
          </p>
          <WishlistGrid aria-label={t('Your wishlist')}>
            {wishes.map(({ wishlist_id, product }) => (
              <WishlistItem key={wishlist_id} product={product} />
            ))}
          </WishlistGrid>
        </>
      )}
      {wishes.length === 0 && !error && (
        <EmptyState
          icon="heart"
          title={t('Your wishlist is empty')}
          text={t('Tap the heart on any product to save it here.')}
          links={[
            [paths.shop, t('Browse the shop')],
            [paths.categories, t('Shop by category')],
          ]}
        />
      )}
    </div>
  );
}
