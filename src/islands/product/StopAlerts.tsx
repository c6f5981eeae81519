import { useState } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { t } from '#lib/contract/text/t.ts';
import { CART_TOKEN } from '#lib/contract/wishlist.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { stopMailedAlerts } from '#lib/state/product/stock-alert.ts';

const mailedToken = (): string => new URLSearchParams(location.search).get('token') ?? '';

/** Stops mails about products that are back, or about a cart. Sends nothing before a button is pressed, because mail scanners open links. */
export default function StopAlerts({ isAboutCart: isKnown = false }: { isAboutCart?: boolean }) {
  const hydrated = useHydrated();
  // A static page does not know its query.
  const isAboutCart = isKnown || (hydrated && mailedToken().startsWith(CART_TOKEN));
  const [isSending, setSending] = useState(false);
  const [stopped, setStopped] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const stop = async (all: boolean) => {
    if (isSending) return;
    setSending(true);
    setRefusal(undefined);
    const { ok, message } = await stopMailedAlerts(mailedToken(), all);
    setSending(false);
    if (ok) setStopped(message ?? '');
    else setRefusal(message);
  };
  return (
    <div className="stack">
      <FormError message={refusal} />
      <p role="status" key={stopped}>
        {stopped ||
          (isAboutCart
            ? t('You asked us to remind you about your cart.')
            : t('You asked us to email you when a product is back in stock.'))}
      </p>
      {stopped ? (
        <p>
          <a className="button" href={paths.shop}>
            {t('Continue Shopping')}
          </a>
        </p>
      ) : (
        <button type="button" className="button primary" aria-disabled={isSending || undefined} onClick={() => void stop(false)}>
          {isAboutCart ? t('Stop emails about my cart') : t('Stop emails about this product')}
        </button>
      )}
      {!isAboutCart && (
        <button type="button" className="button" aria-disabled={isSending || undefined} onClick={() => void stop(true)}>
          {t('Stop emails about all products')}
        </button>
      )}
    </div>
  );
}
