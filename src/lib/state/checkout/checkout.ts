import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { address } from '#lib/contract/address.ts';
import { message } from '#lib/contract/calls/define-call.ts';
import { checkoutCall, notified } from '#lib/contract/checkout.ts';
import { coupon } from '#lib/contract/coupons.ts';
import { paymentMethods, paymentOptions } from '#lib/contract/payment-methods.ts';
import type { CheckoutStep, SliceFields } from '#lib/contract/saved-state.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';
import { $auth, type AuthState } from '#lib/state/session/session.ts';

/** The checkout with its form, which a reload restores. */
export interface CheckoutState extends SliceFields<'checkout'> {
  loading: boolean;
  error: string | null;
  checkoutLoading: boolean;
  checkoutError: string | null;
  discountLoading: boolean;
  discountError: string | null;
}

export const initialCheckout: CheckoutState = {
  loading: false,
  success: false,
  error: null,
  message: null,
  checkoutLoading: false,
  checkoutError: null,
  order_id: [],
  notified: null,
  customer: '',
  step: 'mobile',
  mobile: '',
  codeSentAt: 0,
  codeEmail: '',
  form: {},
  payment_method: 'cod',
  payment_option: '',
  payment_id: '',
  idempotencyKey: '',
  attempt: null,
  ordersBefore: null,
  discount: null,
  discountLoading: false,
  discountError: null,
  couponCode: '',
  discountNotice: null,
};

/** An empty checkout after an order. The device remembers how the shopper paid. */
export const nextCheckout = (): CheckoutState => ({ ...initialCheckout, payment_option: $checkout.get().payment_option });

/** The steps in their order, which are also the hashes of their URLs. */
export const checkoutSteps = ['mobile', 'code', 'address', 'review'] as const satisfies readonly CheckoutStep[];

const saved = z.object({
  success: z.boolean(),
  message: z.nullable(message),
  order_id: z.array(z.int()),
  notified: z.nullable(notified),
  customer: z.string(),
  // An earlier version saved a step that no longer exists.
  step: z.catch(z.enum(checkoutSteps), 'mobile'),
  mobile: z.string(),
  codeSentAt: z.number(),
  codeEmail: z.string(),
  form: z.record(z.string(), z.string()),
  payment_method: z.enum(paymentMethods),
  payment_option: z.enum([...paymentOptions, '']),
  payment_id: z.string(),
  idempotencyKey: z.string(),
  attempt: z.nullable(checkoutCall.body),
  ordersBefore: z.nullable(z.array(z.int())),
  // Without a readable coupon the rest of the form is kept.
  discount: z.catch(z.nullable(coupon), null),
  couponCode: z.string(),
  discountNotice: z.nullable(z.string()),
});

// Each tab is at the step that its own history shows.
export const $checkout = createSharedMap('checkout', initialCheckout, { local: ['step'] }, z.partial(saved));

export const updateCheckout = (change: Partial<CheckoutState>): void => $checkout.set({ ...$checkout.get(), ...change });

export const goToStep = (step: CheckoutStep): void => updateCheckout({ step, checkoutError: null });

/** Saves form input, so that a reload loses nothing. */
export const rememberForm = (values: Readonly<Record<string, string>>): void =>
  updateCheckout({ form: { ...$checkout.get().form, ...values } });

/** Saves number and email address as they are typed. A code that was sent with another number no longer counts. */
export function rememberContact({ mobile, ...rest }: Readonly<Record<string, string>>): void {
  const { mobile: earlier, form } = $checkout.get();
  const isOther = mobile !== undefined && mobile !== earlier;
  updateCheckout({ form: { ...form, ...rest }, ...(isOther && { mobile, codeSentAt: 0 }) });
}

/**
 * Makes the checkout the signed-in customer's. Another customer's address and attempt are dropped, unless the session is the same and only
 * the number has changed; a guest's input stays.
 */
function claimCheckout(auth: AuthState, isSameSession = false): void {
  const phone = auth.isAuthenticated && auth.user?.customer.phone_number;
  const { customer, step, mobile, codeSentAt, couponCode } = $checkout.get();
  if (!phone || phone === customer) return;
  const kept = customer && !isSameSession ? { ...initialCheckout, step, mobile, codeSentAt, couponCode } : $checkout.get();
  $checkout.set({ ...kept, customer: phone });
}

$auth.listen((auth, before) => claimCheckout(auth, before?.isAuthenticated && auth.user?.token === before.user?.token));

/** Whether this page is the checkout, where the address decides what delivery costs. */
export const $isCheckoutOpen = atom(false);

/**
 * Opens the form: an unfinished checkout keeps its idempotency key, a new one gets a key. An attempt without its key is dropped, because
 * under another key it would order again: another tab has ended the checkout while this one sent it.
 */
export function openCheckout(): void {
  $isCheckoutOpen.set(true);
  claimCheckout($auth.get());
  const { idempotencyKey, attempt } = $checkout.get();
  updateCheckout({
    success: false,
    checkoutError: null,
    idempotencyKey: idempotencyKey || createIdempotencyKey(),
    attempt: idempotencyKey ? attempt : null,
  });
}

/** A random UUID (version 4), without `crypto.randomUUID`, which browsers lack on plain HTTP. */
export function createIdempotencyKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the shopper's number is verified, of a customer or of a guest without a name yet. */
export const isVerified = ({ isAuthenticated, user, verified }: AuthState): boolean =>
  isAuthenticated || (user !== null && verified);

/** The step to show: the one asked for, or else the first that is still open. */
export function resolveStep({ step, mobile, codeSentAt, form }: CheckoutState, auth: AuthState): CheckoutStep {
  if (!isVerified(auth)) return step === 'code' && mobile && codeSentAt > 0 ? 'code' : 'mobile';
  if (step === 'mobile') return 'mobile';
  return step === 'review' && auth.isAuthenticated && address.safeParse(form).success ? 'review' : 'address';
}
