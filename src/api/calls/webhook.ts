import type { Logger } from 'pino';
import { type Mismatch, receiveMessage } from '#api/services/payment-flow.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages.ts';
import { replyJson, replyRefusal } from './envelope.ts';
import type { Shop } from './handler.ts';

export interface WebhookOptions extends Shop {
  log: Logger;
  metrics: { webhookMismatch: (reason: Mismatch['reason']) => void };
}

/** Money that arrived for nothing this shop knows is for the owner to look at; amounts in the smallest unit. */
function report({ reason, arrival, payment }: Mismatch, { log, metrics }: WebhookOptions): void {
  metrics.webhookMismatch(reason);
  const due = payment && { payment: payment.id, due: payment.amount };
  log.warn({ reason, ...arrival, ...due }, 'a payment message fits no payment of this shop');
}

/**
 * Takes a message that a payment provider sends by itself. It carries no application key: what it says counts for its signature, made
 * over the body as it came. A provider that gets anything but a success sends the message again.
 */
export async function answerWebhook(name: string, request: Request, options: WebhookOptions): Promise<Response> {
  const { db, paymentProvider } = options;
  try {
    const body = await request.text().catch(() => {
      throw new Refusal(400, failure.malformed);
    });
    const mismatch = await receiveMessage(db, paymentProvider, { name, body, headers: request.headers });
    if (mismatch) report(mismatch, options);
    return replyJson({ success: true });
  } catch (error) {
    if (error instanceof Refusal) return replyRefusal(error);
    throw error;
  }
}
