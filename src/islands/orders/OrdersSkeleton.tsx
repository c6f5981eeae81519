import '#styles/ui/skeleton.css';
import './OrdersSkeleton.css';

/** As many places as a screen shows. */
const placeholders = ['first', 'second', 'third', 'fourth'];

/** Where orders will stand while they are being loaded; as tall as a card with one row of pictures. */
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
