import { computed } from 'nanostores';
import { type PaymentMethod, type PaymentWay, paymentMethods, paymentWays } from '#lib/contract/payment-methods.ts';
import { $storeInfo } from '#lib/state/store/store-info.ts';
import { $checkout, updateCheckout } from './checkout.ts';

/** The payment method of a way on the wire. */
export const methodOf = (way: PaymentWay): PaymentMethod => (way === 'cod' ? 'cod' : 'prepaid');

/** Whether the store took prepaid orders when the page was rendered (layouts/Page.astro). */
const offersPrepaid = typeof document !== 'undefined' && document.documentElement.dataset['prepaid'] !== undefined;

/** The ways that the store offers, in the order of the choice; those of the page while the store info is not loaded. */
export const $paymentWays = computed($storeInfo, ({ storeinfo }): PaymentWay[] => {
  const methods: readonly PaymentMethod[] = storeinfo?.payment_methods ?? (offersPrepaid ? paymentMethods : []);
  const ways = paymentWays.filter((way) => methods.includes(methodOf(way)));
  return ways.length > 0 ? ways : ['cod'];
});

/** The current way: the shopper's, if the store offers it, else the first offered. */
export const $paymentWay = computed([$paymentWays, $checkout], (ways, { payment_way }): PaymentWay => {
  const chosen = ways.find((way) => way === payment_way);
  return chosen ?? ways[0] ?? 'cod';
});

export const choosePaymentWay = (way: PaymentWay): void =>
  updateCheckout({ payment_way: way, payment_method: methodOf(way), checkoutError: null });

/** Sets the checkout's payment method to the one that is shown; does nothing while an attempt is in flight. */
export function applyPaymentWay(): void {
  const { payment_method, attempt } = $checkout.get();
  const method = methodOf($paymentWay.get());
  if (!attempt && payment_method !== method) updateCheckout({ payment_method: method });
}
