import type { Payment, PaymentCheckout } from '#lib/contract/payments.ts';

/** What the payment page gives the button of a provider whose checkout is a script. */
export interface ScriptedPaymentProps {
  payment: Payment;
  /** The payment's public options, from the provider's `getClientOptions`. */
  options: Readonly<Record<string, string>>;
  checkout: PaymentCheckout & { script: string };
  storeName: string;
  /** Whether the provider's window is open: the page does not leave meanwhile. */
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}
