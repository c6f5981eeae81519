import '#styles/ui/skeleton.css';

const placeholders = ['first', 'second', 'third', 'fourth'];

/** Placeholder while the wishlist loads. */
export function WishlistSkeleton() {
  return (
    <div className="wishlist-page loading-places" aria-busy="true">
      <p className="quiet wishlist-count" role="status">
        Loading your wishlist…
      </p>
      <div className="wishlist" aria-hidden>
        {placeholders.map((place) => (
          <div key={place} className="wishlist-item">
            <div className="picture" />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  );
}
