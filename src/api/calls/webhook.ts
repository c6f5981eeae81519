import { failure } from '#lib/contract/messages.ts';
import { receiveMessage } from '../services/payment-flow.ts';
import { Refusal } from '../services/refusal.ts';
import { replyJson, replyRefusal } from './envelope.ts';
import type { Shop } from './handler.ts';

/**
 * Takes a message that a payment provider sends by itself. It carries no application key: what it says counts for its signature, made
 * over the body as it came. A provider that gets anything but a success sends the message again.
 */
export async function answerWebhook(name: string, request: Request, { db, paymentProvider }: Shop): Promise<Response> {
  try {
    const body = await request.text().catch(() => {
      throw new Refusal(400, failure.malformed);
    });
    await receiveMessage(db, paymentProvider, { name, body, headers: request.headers });
    return replyJson({ success: true });
  } catch (error) {
    if (error instanceof Refusal) return replyRefusal(error);
    throw error;
  }
}
