import type { Order } from '#lib/contract/orders.ts';

export function OrderShipment({ shipment: { courier, tracking_number, url } }: { shipment: NonNullable<Order['shipment']> }) {
  return (
    <section aria-labelledby="order-shipment-title">
      <h3 id="order-shipment-title">Parcel</h3>
      <p>
        <span>{`${courier}, tracking number`}</span>{' '}
        <span className="order-tracking" translate="no">
          {tracking_number}
        </span>
      </p>
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          Track your parcel<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      )}
    </section>
  );
}
