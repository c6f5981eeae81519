import { computed } from 'nanostores';
import { noCharges } from '#lib/rules/charges.ts';
import { toPaise } from '#lib/rules/money.ts';
import { type Amounts, calculateTotals } from '#lib/rules/totals.ts';
import { $cartPaise, $cartUnits } from '#lib/state/cart/cart.ts';
import { $charges } from '#lib/state/store/charges.ts';
import { $checkout } from './checkout.ts';
import { $paymentOption, methodOf } from './payment-option.ts';

const $discount = computed($checkout, ({ discount }) => (discount ? toPaise(discount.discount_amount) : 0));
/** The method of an attempt in flight, else that of the current option, which is preselected before the shopper chooses. */
const $paymentMethod = computed([$checkout, $paymentOption], ({ attempt, payment_method }, option) =>
  attempt ? payment_method : methodOf(option),
);

const empty: Amounts = { items: 0, discount: 0, shipping: 0, codFee: 0, total: 0 };

/** What the cart costs with its coupon and the chosen payment method, in paise; without charges until its pincode decides them. */
export const $totals = computed(
  [$cartUnits, $cartPaise, $discount, $paymentMethod, $charges],
  (units, items, discount, paymentMethod, charges): Amounts =>
    units === 0 ? empty : calculateTotals({ items, discount, paymentMethod, charges: charges.byPincode ? noCharges : charges }),
);
