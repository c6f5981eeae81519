/** As many places as a screen shows. */
const placeholders = ['first', 'second', 'third', 'fourth'];

/** Where wishes will stand while they are being loaded. */
export function WishlistSkeleton() {
  return (
    <div className="wishlist-page loading-places" aria-busy="true">
      <p className="quiet" role="status">
        Loading your wishlist…
      </p>
      <div className="wishes" aria-hidden>
        {placeholders.map((place) => (
          <div key={place} className="wish">
            <div className="picture" />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  );
}
