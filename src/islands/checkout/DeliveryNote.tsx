import { useStore } from '@nanostores/react';
import { describeDelivery } from '#lib/site/delivery-texts.ts';
import { $quote } from '#lib/state/store/charges.ts';

/** What the store says about delivering to the pincode of the address; nothing where it says nothing. */
export function DeliveryNote() {
  const quoted = useStore($quote);
  const text = quoted ? describeDelivery({ pincode: quoted.pincode, place: '', charges: '' }, quoted.quote) : '';
  return (
    <p className={quoted?.quote.served === false ? 'error delivery-note' : 'delivery-note'} role="status" hidden={text === ''}>
      {text}
    </p>
  );
}
