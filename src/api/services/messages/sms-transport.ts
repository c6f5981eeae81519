import * as z from 'zod/mini';
import type { OutboxMessage, SmsTemplate } from './outbox.ts';
import { type MessageTransport, Undeliverable } from './transport.ts';

/** An SMS provider that takes MSG91's flow requests over HTTP. */
export interface SmsSettings {
  url: string;
  authKey: string;
  /** The provider's ids of the templates registered with DLT; a template without one is not sent. */
  templates: Partial<Record<SmsTemplate, string>>;
}

/** How long the provider may take to answer, in milliseconds. */
const ANSWER_MS = 5000;

/** Ten digits become a number with India's country code. */
const international = (phone: string): string => `91${phone}`;

/** What the provider says; it may refuse with HTTP status 200. */
const answer = z.object({ type: z.string() });

/**
 * Delivers texts to an SMS provider: `POST url` with header `authkey` and body
 * `{ template_id, short_url: "0", recipients: [{ mobiles: "919876543210", CRQID: <message id>, …values }] }`. A template's variables are
 * named by the values' keys: `otp` for codes, `order` and `amount` for orders.
 */
export function createSmsTransport({ url, authKey, templates }: SmsSettings): MessageTransport {
  return {
    kind: 'sms',
    subjects: Object.keys(templates),
    send: async ({ message_id, recipient, subject, body }: OutboxMessage, signal) => {
      const values = JSON.parse(body) as Record<string, string>;
      const response = await fetch(url, {
        method: 'POST',
        headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          template_id: templates[subject as SmsTemplate],
          short_url: '0',
          recipients: [{ mobiles: international(recipient), CRQID: message_id, ...values }],
        }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      const said = z.safeParse(answer, await response.json().catch(() => undefined));
      if (response.ok && said.success && said.data.type === 'success') return;
      const reason = `The SMS provider answered ${response.status}`;
      if (response.status === 400 || response.status === 422) throw new Undeliverable(reason);
      throw new Error(reason);
    },
    verify: async () => void (await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })),
  };
}
