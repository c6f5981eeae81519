import '#styles/ui/skeleton.css';
import './OrdersSkeleton.css';

const placeholders = ['first', 'second', 'third', 'fourth'];

/** Placeholder while orders load; as tall as cards with one row of pictures. */
export function OrdersSkeleton() {
  return (
    <div className="orders loading-places" aria-busy="true">
      <p className="quiet orders-count" role="status">
        Loading your orders…
      </p>
      <div className="order-list" aria-hidden>
        {placeholders.map((place) => (
          <div key={place} className="order-card">
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  );
}
