import { useEffect, useState } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { opensOwnPage } from '#islands/payment/in-app-browser.ts';
import { browserConnection } from '#lib/client/browser-connection.ts';
import type { Payment } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $paymentOption } from '#lib/state/checkout/payment-option.ts';
import { confirmPayment, secondsLeft } from '#lib/state/payment/payment.ts';
import { $auth } from '#lib/state/session/session.ts';
import { loadRazorpay, openRazorpay, type RazorpayOptions } from './razorpay-window.ts';
import type { ScriptedPaymentProps } from './scripted-payment.ts';

/** Where Razorpay's own page sends the browser back to; names this site if the store is elsewhere. */
function callbackUrl(id: string): string {
  const url = new URL(`${browserConnection.base}/payment/callback/razorpay`, location.href);
  url.searchParams.set('id', id);
  if (url.origin !== location.origin) url.searchParams.set('site', location.origin);
  return url.href;
}

/** The option chosen at the checkout opens first; Razorpay accepts it only with the contact. */
function prefill(): RazorpayOptions['prefill'] {
  const option = $paymentOption.get();
  const customer = $auth.get().user?.customer;
  return {
    ...(customer && {
      name: `${customer.firstname} ${customer.lastname}`.trim(),
      email: customer.email,
      contact: `+91${customer.phone_number}`,
    }),
    ...(option !== 'cod' && { method: option }),
  };
}

const buildOptions = (payment: Payment, options: ScriptedPaymentProps['options'], storeName: string): RazorpayOptions => ({
  key: options['key'] ?? '',
  order_id: options['order_id'] ?? '',
  amount: options['amount'] ?? '',
  currency: options['currency'] ?? '',
  name: storeName,
  description: t('Order {number}', { number: payment.order_number.join(', ') }),
  prefill: prefill(),
  theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--button').trim() },
  timeout: Math.max(1, secondsLeft(payment)),
  ...(opensOwnPage(navigator.userAgent) && { callback_url: callbackUrl(payment.id), redirect: true }),
});

export function RazorpayPayment({ payment, options, checkout: { script }, storeName, isOpen, setOpen }: ScriptedPaymentProps) {
  const [error, setError] = useState<string>();
  // Loaded ahead, so that the window opens at once; a failure shows when it is needed.
  useEffect(() => void loadRazorpay(script).catch(() => {}), [script]);

  const pay = async () => {
    setError(undefined);
    setOpen(true);
    try {
      const result = await openRazorpay(script, buildOptions(payment, options, storeName));
      if (result.outcome !== 'paid') return location.replace(paths.orderFailure(payment.id, result.outcome));
      const { ok, message } = await confirmPayment(payment.id, result);
      if (!ok) setError(message);
    } catch {
      setError(t('The payment window could not be opened. Check your connection and try again.'));
    }
    setOpen(false);
  };
  return (
    <>
      <FormError message={error}>
        <p>{t('If money has left your account, wait a moment: we place your order as soon as it reaches us.')}</p>
      </FormError>
      <button type="button" className="button primary" disabled={isOpen} aria-busy={isOpen} onClick={() => void pay()}>
        {isOpen ? t('Waiting for your payment…') : t('Pay {amount}', { amount: formatRupees(payment.amount) })}
      </button>
      <p className="quiet">
        {t('UPI, cards and netbanking, by Razorpay. If you have paid in another app, stay here: this page continues by itself.')}
      </p>
    </>
  );
}
