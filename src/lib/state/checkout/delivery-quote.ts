import { atom, computed, onMount } from 'nanostores';
import { isOtherStore } from '#lib/client/other-store.ts';
import { pincode as pincodeField } from '#lib/contract/fields.ts';
import { failure, notServed } from '#lib/contract/messages/failures.ts';
import { isOrderable } from '#lib/rules/cart/cart.ts';
import { QUOTE_REFRESH_MS } from '#lib/site/timings.ts';
import { toGuestLines } from '#lib/state/cart/build-line.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { $delivery } from '#lib/state/delivery-check.ts';
import { askQuote, isByPincode } from '#lib/state/store/ask-quote.ts';
import { $charges, $quote, $storeCharges } from '#lib/state/store/charges.ts';
import { $checkout, $isCheckoutOpen } from './checkout.ts';
import { changeTotal } from './unconfirmed-total.ts';

/** Where the cart is to go, as far as is known: at the checkout by the address, elsewhere by the delivery check. '' if it is not. */
const $cartPincode = computed([$checkout, $delivery, $isCheckoutOpen], ({ form }, { pincode }, isCheckout) => {
  const address = pincodeField.safeParse(form['pincode']).data ?? '';
  return isCheckout ? address || pincode : pincode || address;
});

let latest = 0;

/** Why the last quote could not be had. */
let lastProblem: string | undefined;

/** Asks for the quote of the cart; the newest answer counts, and a failure keeps the last one for this pincode. */
async function refreshQuote(): Promise<void> {
  latest += 1;
  const asked = latest;
  const pincode = $cartPincode.get();
  if ($quote.get() && $quote.get()?.pincode !== pincode) changeTotal(() => $quote.set(null));
  if (!pincode || !isByPincode()) return;
  const { quote, problem } = await askQuote({ pincode, items: toGuestLines($cart.get().cartItems.filter(isOrderable)) });
  if (asked !== latest) return;
  lastProblem = problem;
  if (quote) changeTotal(() => $quote.set({ pincode, quote }));
}

/** Listened to by views that show totals: while one does, the quote follows cart and pincode. */
export const $quoteWatch = atom(null);
onMount($quoteWatch, () => watchQuote());

/** Keeps the quote up to date. Returns the function that ends it. */
export function watchQuote(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void refreshQuote(), QUOTE_REFRESH_MS);
  };
  const stops = [
    $cartPincode.subscribe(() => void refreshQuote()),
    $storeCharges.listen(() => void refreshQuote()),
    $cart.listen(({ cartItems }, before) => {
      if (cartItems !== before?.cartItems && $cartPincode.get() && isByPincode()) refreshSoon();
    }),
    // A refused checkout: the charges may have changed.
    $checkout.listen(({ attempt, success }, before) => {
      if (before?.attempt && !attempt && !success) void refreshQuote();
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** That the pincode of the address is not served, as a sentence; undefined when it is, or nothing is known. Asks the store if it has not said it yet. */
export async function findUnservedPincode(): Promise<string | undefined> {
  const pincode = $cartPincode.get();
  if (isByPincode() && !isOtherStore() && $quote.get()?.pincode !== pincode) await refreshQuote();
  return $quote.get()?.quote.served === false ? notServed(pincode) : undefined;
}

/** Why the cart cannot be sent to its address, as a sentence; undefined when it can. */
export async function findDeliveryProblem(): Promise<string | undefined> {
  const problem = await findUnservedPincode();
  return problem ?? ($charges.get().byPincode && !isOtherStore() ? (lastProblem ?? failure.deliveryQuote) : undefined);
}
