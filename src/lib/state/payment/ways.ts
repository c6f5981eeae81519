import { computed } from 'nanostores';
import { type PaymentMethod, type PaymentWay, paymentWays } from '#lib/contract/fields.ts';
import { $checkout, updateCheckout } from '#lib/state/checkout/checkout.ts';
import { $storeInfo } from '#lib/state/store/store-info.ts';

/** The payment method of a way on the wire. */
export const methodOf = (way: PaymentWay): PaymentMethod => (way === 'cod' ? 'cod' : 'prepaid');

/** The ways that the store offers, in the order of the choice; cash on delivery alone while the store info is not loaded. */
export const $paymentWays = computed($storeInfo, ({ storeinfo }): PaymentWay[] => {
  const methods: readonly PaymentMethod[] = storeinfo?.payment_methods ?? [];
  const ways = paymentWays.filter((way) => methods.includes(methodOf(way)));
  return ways.length > 0 ? ways : ['cod'];
});

/** The way in force: the shopper's, if the store offers it, else the first offered. */
export const $paymentWay = computed([$paymentWays, $checkout], (ways, { payment_way }): PaymentWay => {
  const chosen = ways.find((way) => way === payment_way);
  return chosen ?? ways[0] ?? 'cod';
});

export const choosePaymentWay = (way: PaymentWay): void =>
  updateCheckout({ payment_way: way, payment_method: methodOf(way), checkoutError: null });

/** Brings the checkout's payment method in line with what is shown; does nothing while an attempt is under way. */
export function applyPaymentWay(): void {
  const { payment_method, attempt } = $checkout.get();
  const method = methodOf($paymentWay.get());
  if (!attempt && payment_method !== method) updateCheckout({ payment_method: method });
}
