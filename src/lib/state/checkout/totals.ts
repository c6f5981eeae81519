import { computed } from 'nanostores';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { noCharges } from '#lib/rules/charges.ts';
import { toPaise } from '#lib/rules/money.ts';
import { type Amounts, calculateTotals } from '#lib/rules/totals.ts';
import { $cartPaise, $cartUnits } from '#lib/state/cart/cart.ts';
import { $charges, $prepaidOffer } from '#lib/state/store/charges.ts';
import { $checkout, $isCheckoutOpen } from './checkout.ts';
import { $paymentOption, methodOf } from './payment-option.ts';

const $discount = computed($checkout, ({ discount }) => (discount ? toPaise(discount.discount_amount) : 0));
/** The method of an attempt in flight, else that of the current option, which is preselected before the shopper chooses. */
const $paymentMethod = computed([$checkout, $paymentOption], ({ attempt, payment_method }, option) =>
  attempt ? payment_method : methodOf(option),
);

const empty: Amounts = { items: 0, discount: 0, prepaidDiscount: 0, shipping: 0, codFee: 0, total: 0 };

/** The discount for paying ahead, at the checkout only: the cart does not say yet how it is paid. */
const $usedOffer = computed([$prepaidOffer, $isCheckoutOpen], (offer, isCheckout) => (isCheckout ? offer : undefined));

const $totalsBy = computed(
  [$cartUnits, $cartPaise, $discount, $charges, $usedOffer],
  (units, items, discount, charges, prepaidOffer) =>
    (paymentMethod: PaymentMethod): Amounts =>
      units === 0
        ? empty
        : calculateTotals({
            items,
            discount,
            prepaidOffer,
            paymentMethod,
            charges: charges.byPincode ? noCharges : charges,
          }),
);

/** What the cart costs with its coupon and the chosen payment method, in paise; without charges until its pincode decides them. */
export const $totals = computed([$totalsBy, $paymentMethod], (totalsBy, method) => totalsBy(method));

/** What paying ahead saves at the checkout, in paise, whichever payment method is chosen. */
export const $prepaidSaving = computed($totalsBy, (totalsBy) => totalsBy('prepaid').prepaidDiscount);
