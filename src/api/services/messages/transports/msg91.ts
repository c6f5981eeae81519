import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import { type MessageTransport, type TextMessage, Undeliverable } from '#api/services/messages/message-transport.ts';
import { fetchText, jsonOf, MAX_PROVIDER_REPLY_BYTES } from '#lib/rules/http/fetch-text.ts';
import { withCountryCode } from './country-code.ts';

const DEFAULT_URL = 'https://control.msg91.com/api/v5/flow';

interface Msg91Settings {
  /** The address of its flow API by default. */
  url?: string | undefined;
  authKey: string;
  /** The provider's id of a template registered with DLT, India's registry of SMS templates. */
  findTemplate: (kind: string) => string | undefined;
}

/** The provider's reply; it can report a failure with HTTP status 200. */
const replySchema = z.object({ type: z.string() });

/**
 * Creates a transport that sends SMS: `POST url` with header `authkey` and body
 * `{ template_id, short_url: "0", recipients: [{ mobiles: "919876543210", CRQID: <message id>, …values }] }`. A template's variables are
 * named by the values' keys: `otp` and `host` for codes, `order` and `amount` for orders. Their texts are in `../text-of-kind.ts`.
 */
export function createMsg91Transport({ url = DEFAULT_URL, authKey, findTemplate }: Msg91Settings): MessageTransport<TextMessage> {
  return {
    send: async ({ id, recipient, kind, variables }, signal) => {
      const response = await fetchText(url, {
        method: 'POST',
        headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          template_id: findTemplate(kind),
          short_url: '0',
          recipients: [{ mobiles: withCountryCode(recipient), CRQID: id, ...variables }],
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
    verify: () => fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) }),
  };
}
