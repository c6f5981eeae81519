import type { Logger } from 'pino';
import { type MismatchReason, type PaymentMismatch, processWebhook } from '#api/services/checkout/payment-webhook.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { CallContext } from './call-context.ts';
import { refuseMalformed } from './http/limit-request-body.ts';
import { replyJson, replyRefusal } from './http/reply.ts';

export interface WebhookContext extends CallContext {
  log: Logger;
  metrics: { countWebhookMismatch: (reason: MismatchReason) => void };
}

/** What the owner reads of a webhook that matches a payment and still needs attention. */
const mismatchTexts: Partial<Record<MismatchReason, string>> = {
  second_payment: 'an order was paid twice: a refund of the second payment is due',
  refund: 'the provider reports a refund that was not due',
  refund_failed: 'a refund failed at the provider',
};

/** Counts and logs a mismatch for the owner; amounts in the smallest unit. */
function logMismatch({ reason, received, payment }: PaymentMismatch, { log, metrics }: WebhookContext): void {
  metrics.countWebhookMismatch(reason);
  const due = payment && { payment: payment.id, due: payment.amount };
  log.warn({ reason, ...received, ...due }, mismatchTexts[reason] ?? 'webhook matches no payment of this shop');
}

/**
 * Handles a webhook of a payment provider. It has no application key; its signature over the raw body authenticates it. A provider retries
 * after any reply but a success.
 */
export async function handleWebhook(name: string, request: Request, options: WebhookContext): Promise<Response> {
  const { db, paymentProvider } = options;
  try {
    const body = await request.text().catch(refuseMalformed);
    const mismatch = await processWebhook(db, paymentProvider, { name, body, headers: request.headers });
    if (mismatch) logMismatch(mismatch, options);
    return replyJson({ success: true });
  } catch (error) {
    if (error instanceof Refusal) return replyRefusal(error);
    throw error;
  }
}
