import { computed } from 'nanostores';
import { type PaymentMethod, type PaymentOption, paymentMethods, paymentOptions } from '#lib/contract/payment-methods.ts';
import { $quote } from '#lib/state/store/charges.ts';
import { $storeInfo } from '#lib/state/store/store-info.ts';
import { $checkout, updateCheckout } from './checkout.ts';

/** The payment method of a option on the wire. */
export const methodOf = (option: PaymentOption): PaymentMethod => (option === 'cod' ? 'cod' : 'prepaid');

/** Whether the store took prepaid orders when the page was rendered (layouts/Page.astro). */
const offersPrepaid = typeof document !== 'undefined' && document.documentElement.dataset['prepaid'] !== undefined;

/** The options that the store offers for the cart, in the order of the choice; those of the page while the store info is not loaded. */
export const $paymentOptions = computed([$storeInfo, $quote], ({ storeinfo }, quoted): PaymentOption[] => {
  const methods: readonly PaymentMethod[] = storeinfo?.payment_methods ?? (offersPrepaid ? paymentMethods : []);
  const options = paymentOptions.filter(
    (option) => methods.includes(methodOf(option)) && !(option === 'cod' && quoted?.quote.cod === false),
  );
  return options.length > 0 ? options : ['cod'];
});

/** The current option: the shopper's, if the store offers it, else the first offered. */
export const $paymentOption = computed([$paymentOptions, $checkout], (options, { payment_option }): PaymentOption => {
  const chosen = options.find((option) => option === payment_option);
  return chosen ?? options[0] ?? 'cod';
});

export const choosePaymentOption = (option: PaymentOption): void =>
  updateCheckout({ payment_option: option, payment_method: methodOf(option), checkoutError: null });

/** Sets the checkout's payment method to the one that is shown; does nothing while an attempt is in flight. */
export function applyPaymentOption(): void {
  const { payment_method, attempt } = $checkout.get();
  const method = methodOf($paymentOption.get());
  if (!attempt && payment_method !== method) updateCheckout({ payment_method: method });
}
