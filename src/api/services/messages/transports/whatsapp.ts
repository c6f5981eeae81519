import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import { type MessageTransport, type TextMessage, Undeliverable } from '#api/services/messages/message-transport.ts';
import { OTP_TEMPLATE, type SmsTemplate } from '#api/services/messages/text-kinds.ts';
import { listVariables } from '#api/services/messages/text-of-kind.ts';
import { fetchText, jsonOf, MAX_PROVIDER_REPLY_BYTES, type TextReply } from '#lib/rules/http/fetch-text.ts';
import { withCountryCode } from './country-code.ts';

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

/**
 * Errors of the Cloud API that concern the message, its recipient or its template: sending it again does not help. All others, such as rate
 * limits, outages, an expired token and an account that must be put right, are tried again.
 */
const permanent: Readonly<Record<number, string>> = {
  100: 'the request has a wrong parameter',
  130472: 'the number gets no such messages for now',
  131008: 'a parameter is missing',
  131009: 'a parameter is wrong',
  131021: 'the number is that of the sender',
  131026: 'the number is not on WhatsApp, or cannot get this message',
  131030: 'a test number may not send to this number',
  131049: 'the number gets no such messages for now',
  131050: 'the person wants no such messages',
  131051: 'WhatsApp sends no messages of this kind',
  132000: 'the template has other variables',
  132001: 'there is no such template in this language',
  132005: 'the text is too long',
  132007: 'the text breaks a rule of WhatsApp',
  132012: 'the template has variables of another form',
  132015: 'the template is paused',
  132016: 'the template is disabled',
};

const temporary: Readonly<Record<number, string>> = {
  0: 'the access token is not valid',
  4: 'too many requests',
  10: 'the access token may not send',
  190: 'the access token has expired',
  368: 'the account is blocked for breaking a rule',
  80007: 'too many requests',
  130429: 'too many messages',
  131031: 'the account is locked',
  131042: 'the account must be paid first',
  131048: 'too many messages were reported as spam',
  131056: 'too many messages to this number',
  133010: 'the sending number is not registered',
};

/** Says what an error code means; `isPermanent` when another attempt cannot help. Undefined codes may pass. */
function explainError(code: number | undefined): { meaning: string; isPermanent: boolean } {
  if (code === undefined) return { meaning: '', isPermanent: false };
  const meaning = permanent[code] ?? temporary[code];
  return { meaning: meaning ? ` with error ${code}: ${meaning}` : ` with error ${code}`, isPermanent: code in permanent };
}
