import { useStore } from '@nanostores/react';
import { PincodeForm } from '#islands/form/PincodeForm.tsx';
import { describeDelivery } from '#lib/site/delivery-texts.ts';
import { $delivery } from '#lib/state/delivery-check.ts';
import { $quote, $storeCharges } from '#lib/state/store/charges.ts';

/** Where the cart is to go, in a shop whose charges the pincode decides: when it arrives there, or that it is not served. */
export function CartDelivery() {
  const { byPincode } = useStore($storeCharges);
  const quoted = useStore($quote);
  const { pincode, place } = useStore($delivery);
  if (!byPincode && !quoted) return null;
  const where = { pincode: quoted?.pincode ?? '', place: quoted?.pincode === pincode ? place : '', charges: '' };
  return (
    <PincodeForm
      note={quoted ? describeDelivery(where, { ...quoted.quote, shipping: undefined }) : ''}
      isKnown={quoted !== null}
      isError={quoted?.quote.served === false}
    />
  );
}
