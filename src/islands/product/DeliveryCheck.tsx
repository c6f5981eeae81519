import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { PincodeForm } from '#islands/form/PincodeForm.tsx';
import { describeDelivery } from '#lib/rules/delivery-texts.ts';
import { $chosenVariant, $delivery, $productQuote, quoteProduct } from '#lib/state/delivery-check.ts';
import { $storeCharges } from '#lib/state/store/charges.ts';

interface Props {
  /** The store's charges, as sentences. */
  charges: string;
  /** The product to ask a quote for, where the pincode decides; its variant while none is chosen. */
  product?: { id: number; variant?: number | undefined };
}

/** Checks a pincode and says what delivering the product there costs and when it arrives, so that shoppers know it before buying. */
export default function DeliveryCheck({ charges, product }: Props) {
  const { pincode, place } = useStore($delivery, { ssr: 'initial' });
  const { byPincode } = useStore($storeCharges);
  const chosen = useStore($chosenVariant);
  const quoted = useStore($productQuote, { ssr: 'initial' });
  const id = product?.id;
  const variant = chosen ?? product?.variant;
  useEffect(() => {
    if (id !== undefined && pincode) void quoteProduct(pincode, id, variant);
  }, [pincode, id, variant]);

  const isAsked = id !== undefined && byPincode === true;
  const isAnswered = quoted?.pincode === pincode;
  const { quote, problem } = isAnswered ? quoted : {};
  const failed = isAsked ? problem : undefined;
  return (
    <PincodeForm
      note={failed ?? describeDelivery({ pincode, place, charges }, quote)}
      isKnown={place !== '' && (!isAsked || isAnswered)}
      isError={failed !== undefined || quote?.served === false}
    />
  );
}
