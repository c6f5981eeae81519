import { useEffect, useRef, useState } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { apiUrl } from '#lib/client/browser-connection.ts';
import type { Payment, PaymentCheckout } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import type { PaymentButton, PaymentResult } from '#lib/rules/payment-button.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { confirmPayment } from '#lib/state/payment/payment.ts';
import '#styles/ui/notice.css';

interface Props {
  payment: Payment;
  options: Readonly<Record<string, string>>;
  checkout: PaymentCheckout;
  /** Path of the provider's browser module below the API base. */
  module: string;
  storeName: string;
  isHidden: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** The button of a provider that is not part of the site: a module that the store serves draws it. */
export function ModulePayment({ payment, options, checkout, module, storeName, isHidden, setOpen }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const [tries, setTries] = useState(0);

  const end = async (result: PaymentResult) => {
    setOpen(false);
    if (result.outcome !== 'paid')
      return location.replace(paths.orderFailure(payment.id, result.outcome === 'failed' ? 'failed' : 'abandoned'));
    setError(undefined);
    setWaiting(true);
    const { ok, message } = await confirmPayment(payment.id, { outcome: 'paid', ...(result.proof && { proof: result.proof }) });
    if (ok) return;
    setWaiting(false);
    setError(message);
  };

  // The payment is loaded again every few seconds, and its button stays as it is.
  useEffect(() => {
    const element = place.current;
    let unmount: (() => void) | undefined;
    let isGone = false;
    const draw = async (target: HTMLElement) => {
      // Browsers may remember that an address could not be loaded.
      const button = (await import(/* @vite-ignore */ `${apiUrl(module)}${tries ? `?try=${tries}` : ''}`)) as PaymentButton;
      if (isGone) return;
      const { id, amount, order_number: orderNumbers } = payment;
      const props = { payment: { id, amount, orderNumbers }, options, script: checkout.script, storeName, setOpen };
      const remove = await button.mount(target, { ...props, amountText: formatRupees(amount) }, (result) => void end(result));
      if (isGone) remove?.();
      else unmount = remove;
    };
    if (element)
      draw(element).catch((reason: unknown) => {
        console.error(reason);
        if (!isGone) setError(t('The payment button could not be loaded. Check your connection and try again.'));
      });
    return () => {
      isGone = true;
      try {
        unmount?.();
      } finally {
        element?.replaceChildren();
      }
    };
  }, [payment.id, JSON.stringify(options), module, tries]);

  const tryAgain = () => {
    setError(undefined);
    setTries(tries + 1);
  };
  return (
    <>
      <FormError message={error}>
        <p>{t('If money has left your account, wait a moment: we place your order as soon as it reaches us.')}</p>
      </FormError>
      {isWaiting && (
        <div className="notice plain" role="status">
          <p>{t('We are waiting for the confirmation of your payment: this page continues by itself.')}</p>
          <p>{t('If the payment did not go through, you can try again.')}</p>
        </div>
      )}
      <div ref={place} className="stack" hidden={isHidden} />
      {error && (
        <button type="button" className="button" onClick={tryAgain}>
          {t('Try again')}
        </button>
      )}
    </>
  );
}
