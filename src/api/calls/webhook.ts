import type { Logger } from 'pino';
import { type MismatchReason, type PaymentMismatch, processWebhook } from '#api/services/checkout/payment-confirmation.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/texts.ts';
import type { CallContext } from './handler.ts';
import { replyJson, replyRefusal } from './http/reply.ts';

export interface WebhookContext extends CallContext {
  log: Logger;
  metrics: { countWebhookMismatch: (reason: MismatchReason) => void };
}

/** Money that arrived for nothing this shop knows is for the owner to look at; amounts in the smallest unit. */
function report({ reason, received: arrival, payment }: PaymentMismatch, { log, metrics }: WebhookContext): void {
  metrics.countWebhookMismatch(reason);
  const due = payment && { payment: payment.id, due: payment.amount };
  log.warn({ reason, ...arrival, ...due }, 'a payment message fits no payment of this shop');
}

/**
 * Takes a message that a payment provider sends by itself. It carries no application key: what it says counts for its signature, made
 * over the body as it came. A provider that gets anything but a success sends the message again.
 */
export async function handleWebhook(name: string, request: Request, options: WebhookContext): Promise<Response> {
  const { db, paymentProvider } = options;
  try {
    const body = await request.text().catch(() => {
      throw new Refusal(400, failure.malformed);
    });
    const mismatch = await processWebhook(db, paymentProvider, { name, body, headers: request.headers });
    if (mismatch) report(mismatch, options);
    return replyJson({ success: true });
  } catch (error) {
    if (error instanceof Refusal) return replyRefusal(error);
    throw error;
  }
}
