import type { PaymentTable } from '#api/database/schema/payments.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';

/** Hold time of stock for orders that await payment, in minutes. */
export const PAYMENT_HOLD_MINUTES = 15;
export const PAYMENT_HOLD_MS = PAYMENT_HOLD_MINUTES * MINUTE_MS;

/** Whether the hold of a payment has expired by its own time; the payment may still be pending. */
export const isHoldOver = ({ expires_at }: Pick<PaymentTable, 'expires_at'>): boolean => Date.parse(expires_at) <= Date.now();
