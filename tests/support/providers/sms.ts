import { createServer } from 'node:http';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import type { MessageSettings } from './message-settings.ts';

/** A request received by the provider. */
export interface ReceivedSms {
  authKey: string | undefined;
  template: string;
  recipient: Record<string, string>;
}

/** A fake SMS provider's HTTP API that stores its requests. */
export interface SmsProvider {
  settings: NonNullable<MessageSettings['sms']>;
  texts: ReceivedSms[];
  /** Answers to the next requests, instead of success. */
  answerNext: { status: number; body: string }[];
  close: () => Promise<void>;
}

export async function openSmsProvider(): Promise<SmsProvider> {
  const texts: ReceivedSms[] = [];
  const answerNext: SmsProvider['answerNext'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const answer = answerNext.shift();
    if (answer) return response.writeHead(answer.status).end(answer.body);
    const { template_id, recipients } = JSON.parse(Buffer.concat(chunks).toString());
    texts.push({ authKey: String(request.headers['authkey']), template: template_id, recipient: recipients[0] });
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"type":"success","message":"1"}');
  });
  const { url, stop } = await listenOnLoopback(server);
  return {
    settings: {
      url: `${url}/flow`,
      authKey: 'sms-key',
      templates: { otp: 'T1', order_placed: 'T2', order_cancelled: 'T3' },
    },
    texts,
    answerNext,
    close: stop,
  };
}
