import { Sentence } from '#islands/ui/Sentence.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { t, tParts } from '#lib/contract/text/t.ts';

export function OrderShipment({ shipment: { courier, tracking_number, url } }: { shipment: NonNullable<Order['shipment']> }) {
  return (
    <section aria-labelledby="order-shipment-title">
      <h3 id="order-shipment-title">{t('Parcel')}</h3>
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
    </section>
  );
}
