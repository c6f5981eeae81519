import type { PaymentTable } from '#api/database/schema/payments.ts';
import { PAYMENT_HOLD_MINUTES, UNPROVEN_HOLD_MINUTES } from '#lib/contract/lifetimes.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';

export const PAYMENT_HOLD_MS = PAYMENT_HOLD_MINUTES * MINUTE_MS;
export const UNPROVEN_HOLD_MS = UNPROVEN_HOLD_MINUTES * MINUTE_MS;

/** Whether the hold of a payment has expired by its own time; the payment may still be pending. */
export const isHoldExpired = ({ expires_at }: Pick<PaymentTable, 'expires_at'>): boolean => Date.parse(expires_at) <= Date.now();
