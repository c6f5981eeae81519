import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import { type MessageTransport, type TextMessage, Undeliverable } from '#api/services/messages/message-transport.ts';
import { OTP_TEMPLATE, type SmsTemplate } from '#api/services/messages/text-kinds.ts';
import { listVariables } from '#api/services/messages/text-of-kind.ts';
import { fetchText, jsonOf, MAX_PROVIDER_REPLY_BYTES, type TextReply } from '#lib/rules/http/fetch-text.ts';
import { withCountryCode } from './country-code.ts';
import { explainError } from './whatsapp-errors.ts';

const DEFAULT_URL = 'https://graph.facebook.com/v25.0';

interface WhatsAppSettings {
  /** Base of the Graph API with its version; that of Meta by default. */
  url?: string | undefined;
  token: string;
  phoneNumberId: string;
  /** Language code of the templates, such as `en`. */
  language: string;
  findTemplate: (kind: string) => string | undefined;
}

const acceptedSchema = z.object({ messages: z.tuple([z.object({ id: z.string().check(z.minLength(1)) })], z.unknown()) });
const errorSchema = z.object({ error: z.object({ code: z.int() }) });

const toText = (text: string) => ({ type: 'text', text });

/**
 * The values of a template. One of the category authentication has the code in its text and in its button; the variables of the others have the
 * names of `text-of-kind.ts`.
 */
function toComponents({ kind, variables }: TextMessage) {
  if (kind === OTP_TEMPLATE) {
    const parameters = [toText(variables['otp'] ?? '')];
    return [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ];
  }
  const names = listVariables(kind as SmsTemplate);
  return [{ type: 'body', parameters: names.map((name) => ({ ...toText(variables[name] ?? ''), parameter_name: name })) }];
}

/** The failure that a reply reports. Its texts are left out, because they may name the recipient. */
function toFailure(reply: TextReply): Error {
  const { data } = z.safeParse(errorSchema, jsonOf(reply));
  const { meaning, isPermanent } = explainError(data?.error.code);
  const reason = `WhatsApp answered ${reply.status}${meaning}`;
  return isPermanent ? new Undeliverable(reason) : new Error(reason);
}

/**
 * Creates a transport that sends template messages through the WhatsApp Cloud API: `POST <url>/<phone number id>/messages` with a bearer token.
 * The API knows no idempotency key: a message that is sent again after a crash arrives twice. The message's id goes with it as
 * `biz_opaque_callback_data`. A number that is not on WhatsApp may be reported only later, to a webhook that the shop does not have.
 */
export function createWhatsAppTransport({
  url = DEFAULT_URL,
  token,
  phoneNumberId,
  language,
  findTemplate,
}: WhatsAppSettings): MessageTransport<TextMessage> {
  const number = `${url.replace(/\/+$/, '')}/${phoneNumberId}`;
  const authorization = `Bearer ${token}`;
  return {
    send: async (message, signal) => {
      const reply = await fetchText(`${number}/messages`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: withCountryCode(message.recipient),
          type: 'template',
          template: { name: findTemplate(message.kind), language: { code: language }, components: toComponents(message) },
          biz_opaque_callback_data: message.id,
        }),
        maxBytes: MAX_PROVIDER_REPLY_BYTES,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PROVIDER_TIMEOUT_MS)]),
      });
      if (!reply.ok || !z.safeParse(acceptedSchema, jsonOf(reply)).success) throw toFailure(reply);
    },
    // Reads the sending number: asks whether the token is valid without sending anything.
    verify: async () => {
      const reply = await fetchText(`${number}?fields=id`, {
        headers: { authorization },
        maxBytes: MAX_PROVIDER_REPLY_BYTES,
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      });
      if (!reply.ok) throw toFailure(reply);
    },
  };
}
