import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PincodeForm } from '#islands/form/PincodeForm.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { notServed } from '#lib/contract/messages/failures.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { type Assurances, assuranceOfQuote } from '#lib/rules/assurance-texts.ts';
import { formatDeliveryDate } from '#lib/rules/dates.ts';
import { $chosenVariant, $delivery, $deliveryCheck, $productQuote, quoteProduct } from '#lib/state/delivery-check.ts';
import { $storeCharges } from '#lib/state/store/charges.ts';
import './DeliveryCheck.css';

interface Props {
  assurances: Assurances;
  /** The product to ask a quote for, where the pincode decides; its variant while none is chosen. */
  product?: { id: number; variant?: number | undefined };
}

/**
 * Asks for the pincode, and says by when the product arrives there, what that costs and whether it can be paid on delivery, so that shoppers
 * know it before buying. Before hydration the page's script shows the saved pincode (components/product/prefill-delivery-check.client.ts).
 */
export default function DeliveryCheck({ assurances, product }: Props) {
  const { pincode, place } = useStore($delivery, { ssr: 'initial' });
  const { error, loading } = useStore($deliveryCheck, { ssr: 'initial' });
  const { byPincode } = useStore($storeCharges);
  const chosen = useStore($chosenVariant);
  const quoted = useStore($productQuote, { ssr: 'initial' });
  const [isChanging, setChanging] = useState(false);
  const card = useRef<HTMLElement>(null);
  const wasLoading = useRef(false);
  const id = product?.id;
  const variant = chosen ?? product?.variant;
  useEffect(() => {
    if (id !== undefined && pincode) void quoteProduct(pincode, id, variant);
  }, [pincode, id, variant]);

  const isKnown = place !== '' && !isChanging;
  const { quote, problem } = quoted?.pincode === pincode ? quoted : {};
  const isServed = quote?.served !== false;
  const failed = isServed ? byPincode && problem : notServed(pincode);

  useEffect(() => {
    if (wasLoading.current && !loading && !error) setChanging(false);
    wasLoading.current = loading;
  }, [loading, error]);
  // The button or the field that has the focus goes. Before the browser takes the focus from it.
  useLayoutEffect(() => {
    if (isChanging || card.current?.querySelector('[hidden] :focus'))
      card.current?.querySelector<HTMLElement>(isKnown ? 'button' : 'input')?.focus();
  }, [isKnown, isChanging]);

  const lines = quote ? assuranceOfQuote(assurances, quote) : assurances;
  return (
    <section className="delivery" aria-label={t('Delivery')} ref={card}>
      <div className="delivery-to">
        <div className="delivery-known styled-later" hidden={!isKnown} suppressHydrationWarning>
          <p role="status">
            <Sentence
              parts={tParts('Deliver to {pincode}', {
                pincode: (
                  <b translate="no" suppressHydrationWarning>
                    {pincode}
                  </b>
                ),
              })}
            />{' '}
            {quote?.by && isServed && (
              <span key={quote.by}>
                <b>{formatDeliveryDate(quote.by)}</b>
              </span>
            )}
            <small className={failed ? 'error' : undefined} suppressHydrationWarning>
              {failed || place}
            </small>
          </p>
          <button type="button" onClick={() => setChanging(true)}>
            {t('Change')}
          </button>
        </div>
        <div hidden={isKnown} suppressHydrationWarning>
          <PincodeForm note="" isKnown={false} />
        </div>
      </div>
      <ul className={isServed ? undefined : 'not-served'}>
        {Object.entries(lines).map(
          ([subject, line]) =>
            line && (
              <li key={subject}>
                <span key={line}>{line}</span>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
