import * as z from 'zod/mini';
import { type BodyOf, message } from '#lib/contract/call.ts';
import { checkoutCall as placeCall } from '#lib/contract/checkout.ts';
import { type PaymentMethod, paymentMethods } from '#lib/contract/fields.ts';
import { OTP_DIGITS } from '#lib/contract/limits.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import type { AuthState } from '#lib/state/session/session.ts';
import { createIdempotencyKey } from './idempotency-key.ts';

export const checkoutSteps = ['mobile', 'code', 'details', 'address', 'review'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

export type CheckoutBody = BodyOf<typeof placeCall>;

/** The checkout state of specification 3, and what a reload must find again. */
export interface CheckoutState {
  loading: boolean;
  success: boolean;
  error: string | null;
  /** What the store said about the order that was placed; several messages are shown one by one. */
  message: string | string[] | null;
  checkoutLoading: boolean;
  checkoutError: string | null;
  /** The orders that were placed last. */
  order_id: readonly number[];
  step: CheckoutStep;
  mobile: string;
  /** When the last code was sent, in milliseconds since 1970; 0 when none was. */
  codeSentAt: number;
  /** What was typed so far, right or wrong; a one-time code is never kept. */
  form: Readonly<Record<string, string>>;
  payment_method: PaymentMethod;
  /** Made when the form opens; one key is one checkout, however often it is sent. */
  idempotencyKey: string;
  /** The checkout that was sent and whose fate is not known yet. */
  attempt: CheckoutBody | null;
}

export const initialCheckout: CheckoutState = {
  loading: false,
  success: false,
  error: null,
  message: null,
  checkoutLoading: false,
  checkoutError: null,
  order_id: [],
  step: 'mobile',
  mobile: '',
  codeSentAt: 0,
  form: {},
  payment_method: 'cod',
  idempotencyKey: '',
  attempt: null,
};

const saved = z.object({
  success: z.boolean(),
  message: z.nullable(message),
  order_id: z.array(z.int()),
  step: z.enum(checkoutSteps),
  mobile: z.string(),
  codeSentAt: z.number(),
  form: z.record(z.string(), z.string()),
  payment_method: z.enum(paymentMethods),
  idempotencyKey: z.string(),
  attempt: z.nullable(placeCall.body),
});

export const $checkout = createSavedMap<CheckoutState>('checkout', initialCheckout, z.partial(saved));
syncAcrossTabs('checkout', $checkout, ['loading', 'checkoutLoading', 'checkoutError', 'error']);

export const updateCheckout = (change: Partial<CheckoutState>): void => $checkout.set({ ...$checkout.get(), ...change });

export const goToStep = (step: CheckoutStep): void => updateCheckout({ step, checkoutError: null });

/** Remembers what was typed, so that a reload loses nothing. */
export const rememberForm = (values: Readonly<Record<string, string>>): void =>
  updateCheckout({ form: { ...$checkout.get().form, ...values } });

/** Opens the form: an unfinished checkout goes on under its key, a new one gets a key. */
export function openCheckout(): void {
  const { idempotencyKey } = $checkout.get();
  updateCheckout({ success: false, checkoutError: null, idempotencyKey: idempotencyKey || createIdempotencyKey() });
}

/** The step to show: the saved one, as far as who the shopper is allows it. */
export function resolveStep(checkout: CheckoutState, auth: AuthState): CheckoutStep {
  if (auth.isAuthenticated) return checkout.step === 'review' ? 'review' : 'address';
  if (auth.user && auth.verified) return 'details';
  return checkout.step === 'code' && checkout.mobile ? 'code' : 'mobile';
}

/** A code as it was typed or pasted, digits only. */
export const normaliseOtp = (typed: string): string => typed.replace(/\D/g, '').slice(0, OTP_DIGITS);
