import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { $delivery, $deliveryCheck, checkDelivery } from '#lib/state/delivery-check.ts';
import './DeliveryCheck.css';

/**
 * Checks a pincode and names its place and the store's charges, so that shoppers know them before buying. Before hydration the page's script
 * shows the saved result, which React must not report as a mismatch.
 */
export default function DeliveryCheck({ charges }: { charges: string }) {
  const { error, loading } = useStore($deliveryCheck, { ssr: 'initial' });
  const { pincode, place } = useStore($delivery, { ssr: 'initial' });
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef('');

  // Follows the saved pincode, also from another tab, unless the shopper has typed a different one.
  useEffect(() => {
    const input = field.current;
    if (input && (input.value === '' || input.value === shown.current)) input.value = pincode;
    shown.current = pincode;
  }, [pincode]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void checkDelivery(field.current?.value ?? '').then(() => $deliveryCheck.get().error && field.current?.focus());
  };

  return (
    <form className="delivery-check" method="dialog" onSubmit={submit} noValidate>
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
        <span>{error}</span>
        <span hidden={!place || loading || error !== ''} suppressHydrationWarning>
          {`Delivers to ${place}. ${charges}`}
        </span>
      </p>
    </form>
  );
}
