import { atom, onMount } from 'nanostores';
import { isServerFailure, type Refused } from '#lib/client/request.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { applyCouponCall, type Coupon } from '#lib/contract/coupons.ts';
import { couponMessages } from '#lib/contract/messages/coupon-messages.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { cartPaise } from '#lib/rules/cart/cart.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { calculateDiscount } from '#lib/rules/totals.ts';
import { COUPON_RECHECK_MS, TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { joinMessages, messageOf, toastRefusal } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';
import { toGuestLines } from '#lib/state/cart/build-line.ts';
import { $cart, type CartState } from '#lib/state/cart/cart.ts';
import { derive, isExternal } from '#lib/state/persistence/change-time.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';
import { refreshCharges } from '#lib/state/store/charges.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { $checkout, type CheckoutState, updateCheckout } from './checkout.ts';
import { changeTotal } from './unconfirmed-total.ts';

const toast = { duration: TOAST_SHORT_MS };

/**
 * Applies a coupon to the customer's cart on the server. A guest's code is checked on the cart of the browser, kept, and applied after the
 * sign-in. A rejection is an error of the field `coupon_code` (specification, validation).
 */
export async function applyCoupon(code: string): Promise<ActionResult> {
  if (!isSignedIn()) return checkGuestCode(code);
  const { reply, refused, result } = await sendCoupon({ coupon_code: code }, true);
  if (reply) keepCoupon(reply.data.coupon, messageOf(reply, success.couponApplied));
  return refused && isRejection(refused) ? showReason(refused, result) : result;
}

/** Whether the store knows the call and rejected the code; another store may need a session for it. */
const isGuestRejection = (refused: Refused): boolean => isRejection(refused) && refused.httpStatus !== 404;

/** A store that does not check a guest's code, or could not, is asked again after the sign-in. */
async function checkGuestCode(code: string): Promise<ActionResult> {
  rememberCouponCode(code);
  const items = toGuestLines($cart.get().cartItems);
  if (items.length === 0) return { ok: true };
  const { refused, result } = await sendCoupon({ coupon_code: code, items }, false);
  if (!refused || !isGuestRejection(refused)) return { ok: true };
  toastRefusal(refused, toast);
  return showReason(refused, result);
}

const showReason = (refused: Refused, result: ActionResult): ActionResult => ({
  ...result,
  fields: { coupon_code: [readReason(refused)] },
});

/** Saves a guest's code, to apply it after the sign-in. */
export const rememberCouponCode = (code: string): void => updateCheckout({ couponCode: code.trim() });

export const removeCoupon = (): void =>
  updateCheckout({ discount: null, discountError: null, discountNotice: null, couponCode: '' });

/** Hides the notice about a coupon that was removed. */
export const closeCouponNotice = (): void => updateCheckout({ discountNotice: null });

const sendCoupon = (body: BodyOf<typeof applyCouponCall>, visible: boolean) =>
  runCall(callStore(applyCouponCall, { body }), {
    track: ({ loading, error }) =>
      updateCheckout({ discountLoading: loading, ...(error !== undefined && { discountError: error }) }),
    ...(visible && { toast }),
  });

/** The coupon of a reply; another store may tell only its rate, from which the discount follows. */
const readCoupon = (coupon: Coupon): Coupon =>
  toPaise(coupon.discount_amount) > 0 ? coupon : estimateDiscount(coupon, cartPaise($cart.get().cartItems));

function keepCoupon(sent: Coupon, message: string | string[]): void {
  const discount = readCoupon(sent);
  updateCheckout({ discount, discountNotice: null, couponCode: '' });
  toastSuccess(message, toast);
}

/** Statuses that say nothing about the coupon: session, permission, timeout, rate limit. */
const NOT_ABOUT_COUPON = [401, 403, 408, 429];

/** Whether the server rejected the coupon itself. */
const isRejection = (refused: Refused): boolean => !isServerFailure(refused) && !NOT_ABOUT_COUPON.includes(refused.httpStatus);

/** Why a coupon was rejected: the server's message, or "Invalid Code" when it sent none. */
function readReason({ errors, message }: Refused): string {
  const said = errors?.['coupon_code']?.[0] ?? joinMessages(message);
  return said === failure.discount ? couponMessages.invalid : said;
}

/** Whether a coupon may be checked now; not while an order with it may already exist. */
const canCheck = (): boolean => isSignedIn() && !$checkout.get().attempt && $cart.get().cartItems.length > 0;

/** Checks the applied coupon on the server's cart: updates its discount, or removes it and says why. Other failures keep it. */
async function recheckCoupon(): Promise<void> {
  const code = $checkout.get().discount?.coupon_code;
  if (!code || !canCheck()) return;
  const outcome = await callStore(applyCouponCall, { body: { coupon_code: code } });
  const { discount, attempt } = $checkout.get();
  if (!outcome || attempt || discount?.coupon_code !== code) return;
  if (outcome.success) {
    const coupon = readCoupon(outcome.data.coupon);
    if (JSON.stringify(coupon) !== JSON.stringify(discount)) deriveCheckout({ discount: coupon });
  } else if (isRejection(outcome)) {
    const discountNotice = couponMessages.removed(code, readReason(outcome));
    changeTotal(() => deriveCheckout({ discount: null, discountNotice }));
  }
}

/** Applies the code that the customer entered as a guest, once their cart is on the server. */
async function applyKeptCode(): Promise<void> {
  const { couponCode, discount } = $checkout.get();
  if (!couponCode || discount || !canCheck() || !$cart.get().merged) return;
  updateCheckout({ couponCode: '' });
  const { reply, refused } = await sendCoupon({ coupon_code: couponCode }, false);
  if (reply) keepCoupon(reply.data.coupon, messageOf(reply, success.couponApplied));
  else if (!refused || !isRejection(refused)) updateCheckout({ couponCode });
  else updateCheckout({ discountNotice: couponMessages.notApplied(couponCode, readReason(refused)) });
}

/** The discount of a coupon on a changed cart, until the server has checked it. */
function estimateDiscount({ type, value, ...coupon }: Coupon, items: number): Coupon {
  const discount = type === 'percent' ? Number(value) : toPaise(value);
  return { ...coupon, type, value, discount_amount: toRupees(calculateDiscount({ kind: type, value: discount }, items)) };
}

/** Changes the checkout by what follows from the cart; the shopper may apply or remove a coupon in another tab meanwhile. */
const deriveCheckout = (change: Partial<CheckoutState>): void => derive(() => updateCheckout(change));

/** A coupon belongs to a customer: without a session only its code is kept. */
function parkCoupon(): void {
  const { discount } = $checkout.get();
  if (discount && !isSignedIn()) deriveCheckout({ discount: null, couponCode: discount.coupon_code });
}

/** Listened to by views that show totals: while one does, the applied coupon is kept valid. */
export const $couponWatch = atom(null);
onMount($couponWatch, () => watchCoupon());

/**
 * Keeps the applied coupon valid: checks it at once and after each change of the cart (debounced), of the customer,
 * and after a refused checkout; applies a guest's code after the sign-in. Returns the function that ends it.
 */
export function watchCoupon(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let items = cartPaise($cart.get().cartItems);
  const recheckSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void recheckCoupon(), COUPON_RECHECK_MS);
  };

  const followCart = (cart: CartState): void => {
    const { discount } = $checkout.get();
    const before = items;
    items = cartPaise(cart.cartItems);
    if (discount && items !== before) deriveCheckout({ discount: estimateDiscount(discount, items) });
    // The tab that made the change checks the coupon for all.
    if (isExternal()) return;
    recheckSoon();
    void applyKeptCode();
  };

  const stops = [
    $cart.listen((cart, before) => {
      if (cart.cartItems !== before?.cartItems || cart.merged !== before.merged) followCart(cart);
    }),
    $auth.listen((auth, before) => {
      parkCoupon();
      if (auth.user?.token !== before?.user?.token && !isExternal()) recheckSoon();
    }),
    $checkout.listen((checkout, before) => {
      // Another tab may have applied it before it heard of the sign-out.
      parkCoupon();
      if (!before?.attempt || checkout.attempt || checkout.success) return;
      void refreshCharges(changeTotal);
      recheckSoon();
    }),
  ];
  parkCoupon();
  recheckSoon();
  void applyKeptCode();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
