import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import { fetchText, jsonOf, MAX_PROVIDER_REPLY_BYTES } from '#lib/rules/http/fetch-text.ts';
import { type MessageTransport, Undeliverable } from './message-transport.ts';
import type { OutboxMessage, SmsTemplate } from './outbox.ts';

/** An SMS provider with MSG91's flow API. */
export interface SmsSettings {
  url: string;
  authKey: string;
  /** The provider's ids of templates registered with DLT, India's registry of SMS templates. Templates without an id are not sent. */
  templates: Partial<Record<SmsTemplate, string>>;
}

/** Adds India's country code to ten digits. */
const withCountryCode = (phone: string): string => `91${phone}`;

/** The provider's reply; it can report a failure with HTTP status 200. */
const replySchema = z.object({ type: z.string() });

/**
 * Creates a transport that sends SMS: `POST url` with header `authkey` and body
 * `{ template_id, short_url: "0", recipients: [{ mobiles: "919876543210", CRQID: <message id>, …values }] }`. A template's variables are
 * named by the values' keys: `otp` and `host` for codes, `order` and `amount` for orders. A phone offers to fill in a code whose text ends
 * with a line `@host #code`, so the template's last line is `@##host## ###otp##`.
 */
export function createSmsTransport({ url, authKey, templates }: SmsSettings): MessageTransport {
  return {
    kind: 'sms',
    subjects: Object.keys(templates),
    send: async ({ message_id, recipient, subject, body }: OutboxMessage, signal) => {
      const values = JSON.parse(body) as Record<string, string>;
      const response = await fetchText(url, {
        method: 'POST',
        headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          template_id: templates[subject as SmsTemplate],
          short_url: '0',
          recipients: [{ mobiles: withCountryCode(recipient), CRQID: message_id, ...values }],
        }),
        maxBytes: MAX_PROVIDER_REPLY_BYTES,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PROVIDER_TIMEOUT_MS)]),
      });
      const reply = z.safeParse(replySchema, jsonOf(response));
      if (response.ok && reply.success && reply.data.type === 'success') return;
      const reason = `The SMS provider answered ${response.status}`;
      if (response.status === 400 || response.status === 422) throw new Undeliverable(reason);
      throw new Error(reason);
    },
    // Checks the connection only: the key is refused no earlier than with a message.
    verify: async () => {
      await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) });
    },
  };
}
