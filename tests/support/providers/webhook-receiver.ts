import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** A request to the receiver. */
export interface ReceivedEvent {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A program that receives events and stores them. */
export interface WebhookReceiver {
  url: string;
  events: ReceivedEvent[];
  /** Statuses of the next answers, instead of 204; 0 for no answer at all. */
  answerNext: number[];
  close: () => Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = [];
  const answerNext: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers } = request;
    const body = Buffer.concat(chunks).toString();
    events.push({ id: String(headers['webhook-id']), headers, body, event: JSON.parse(body) });
    const status = answerNext.shift() ?? 204;
    if (status === 0) return;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  const { url, stop } = await listenOnLoopback(server);
  return { url: `${url}/events`, events, answerNext, close: stop };
}
