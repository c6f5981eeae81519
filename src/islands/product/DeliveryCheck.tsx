import { useStore } from '@nanostores/react';
import { type SubmitEvent, useRef } from 'react';
import { $deliveryCheck, checkDelivery } from '#lib/state/delivery-check.ts';
import './DeliveryCheck.css';

/** Checks a pincode and names its place and the store's charges, so that shoppers know them before buying. */
export default function DeliveryCheck({ charges }: { charges: string }) {
  const { place, error, loading } = useStore($deliveryCheck, { ssr: 'initial' });
  const field = useRef<HTMLInputElement>(null);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void checkDelivery(field.current?.value ?? '').then(() => $deliveryCheck.get().error && field.current?.focus());
  };

  return (
    <form className="delivery-check" onSubmit={submit} noValidate>
      <label className="field">
        Delivery pincode
        <input
          type="text"
          ref={field}
          name="pincode"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          aria-invalid={error !== ''}
          aria-describedby="delivery-note"
        />
      </label>
      <button type="submit" className="button" disabled={loading}>
        Check
      </button>
      <p id="delivery-note" className={error ? 'error' : ''} role="status">
        {error || (place && `Delivers to ${place}. ${charges}`)}
      </p>
    </form>
  );
}
