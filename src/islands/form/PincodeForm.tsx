import { useStore } from '@nanostores/react';
import { type ChangeEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { t } from '#lib/contract/text/t.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { $delivery, $deliveryCheck, checkDelivery } from '#lib/state/delivery-check.ts';
import './PincodeForm.css';

/** Whether a text is all digits of a pincode, in any script, with or without spaces. */
const isWhole = (text: string): boolean => /^\d{6}$/.test(toAsciiDigits(text.replace(/\s/g, '')));

interface Props {
  /** What is said of the saved pincode. */
  note: string;
  isKnown: boolean;
  /** Whether the note says that nothing is delivered there. */
  isError?: boolean;
}

/**
 * The field of the delivery pincode, which is checked at its sixth digit and saved. Before hydration the page's script shows the saved
 * result, which React must not report as a mismatch.
 */
export function PincodeForm({ note, isKnown, isError = false }: Props) {
  const { error, loading } = useStore($deliveryCheck, { ssr: 'initial' });
  const { pincode } = useStore($delivery, { ssr: 'initial' });
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef('');

  // Follows the saved pincode, also from another tab, unless the shopper has typed a different one.
  useEffect(() => {
    const input = field.current;
    if (input && (input.value === '' || input.value === shown.current)) input.value = pincode;
    shown.current = pincode;
  }, [pincode]);

  // Typed before hydration.
  useEffect(() => {
    const { value = '' } = field.current ?? {};
    if (isWhole(value) && value !== $delivery.get().pincode) void checkDelivery(value);
  }, []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void checkDelivery(field.current?.value ?? '').then(() => $deliveryCheck.get().error && field.current?.focus());
  };
  const checkWhole = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    if (!isComposing && isWhole(target.value)) void checkDelivery(target.value);
  };

  return (
    <form className="delivery-check" method="dialog" onSubmit={submit} noValidate>
      <label className="field">
        {t('Delivery pincode')}
        <input
          type="text"
          ref={field}
          name="pincode"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          aria-invalid={error !== ''}
          aria-describedby="delivery-note"
          onChange={checkWhole}
        />
      </label>
      <button type="submit" className="button" disabled={loading}>
        {t('Check')}
      </button>
      <p id="delivery-note" className={error || (isError && isKnown) ? 'error' : ''} role="status">
        <span>{error}</span>
        <span hidden={!isKnown || loading || error !== ''} suppressHydrationWarning>
          {note}
        </span>
      </p>
    </form>
  );
}
