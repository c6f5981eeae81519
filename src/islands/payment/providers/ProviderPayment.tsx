import type { ComponentType } from 'react';
import type { Payment, PaymentCheckout } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
import { ModulePayment } from './ModulePayment.tsx';
import { RazorpayPayment } from './RazorpayPayment.tsx';
import type { ScriptedPaymentProps } from './scripted-payment.ts';
import { TestPayment } from './TestPayment.tsx';

/** The buttons of providers that are part of the site, by the provider's name; others are modules that the store serves. */
const scripted = new Map<string, ComponentType<ScriptedPaymentProps>>([['razorpay', RazorpayPayment]]);

interface Props {
  payment: Payment;
  /** The provider's checkout, if it needs a script. */
  checkout: PaymentCheckout | undefined;
  storeName: string;
  /** Whether the payment is being changed, so that it must not be paid. */
  isChanging: boolean;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** The part of the payment page that its provider decides: how to pay, or that it is not possible. */
export function ProviderPayment({ checkout, isChanging, ...props }: Props) {
  const { options, provider } = props.payment;
  if (options && provider === 'test') return <TestPayment payment={props.payment} disabled={isChanging} />;
  if (options && checkout?.module)
    return <ModulePayment {...props} options={options} checkout={checkout} module={checkout.module} isHidden={isChanging} />;
  const Scripted = scripted.get(provider);
  if (options && checkout?.script && Scripted)
    return <Scripted {...props} options={options} checkout={{ ...checkout, script: checkout.script }} />;
  return <p className="notice">{t('This payment cannot be made here at the moment.')}</p>;
}
