import '#styles/ui/skeleton.css';

/** As many places as a screen shows. */
const placeholders = ['first', 'second', 'third', 'fourth'];

/** Where wishes will stand while they are being loaded. */
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
