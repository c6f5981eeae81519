import { Sentence } from '#islands/ui/Sentence.tsx';
import type { Shipment } from '#lib/contract/orders.ts';
import { t, tParts } from '#lib/contract/text/t.ts';

function Parcel({ courier, tracking_number, url }: Shipment) {
  return (
    <>
      <p>
        <Sentence
          parts={tParts('{courier}, tracking number {number}', {
            courier: <span>{courier}</span>,
            number: (
              <span className="order-tracking" translate="no">
                {tracking_number}
              </span>
            ),
          })}
        />
      </p>
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('Track your parcel')}
          <span className="visually-hidden">{` ${t('(opens in a new tab)')}`}</span>
        </a>
      )}
    </>
  );
}

export function OrderShipments({ shipments }: { shipments: readonly Shipment[] }) {
  return (
    <section aria-labelledby="order-shipment-title">
      <h3 id="order-shipment-title">{shipments.length > 1 ? t('Parcels') : t('Parcel')}</h3>
      {shipments.map((shipment) => (
        <Parcel key={shipment.tracking_number} {...shipment} />
      ))}
    </section>
  );
}
