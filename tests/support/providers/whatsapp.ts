import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ChosenTransport } from '#api/services/messages/transport-module.ts';
import { whatsapp } from '#api/services/messages/transports/whatsapp-module.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** The part of a request that differs between messages. */
export interface ReceivedTemplate {
  to: string;
  name: string;
  language: string;
  components: unknown;
  /** The message's id. */
  id: string;
}

/** A local server with the interface of the WhatsApp Cloud API. It answers 400 or 401 to requests that are not as the API describes. */
export interface WhatsAppServer {
  transport: ChosenTransport;
  messages: ReceivedTemplate[];
  /** The ids of all messages that were asked for, also of those not answered. */
  attempted: string[];
  /** Answers to the next messages, instead of success; none at all for status 0. */
  answerNext: { status: number; body?: string; headers?: Record<string, string> }[];
  /** Requests for other paths, such as those after a redirect. */
  strayRequests: string[];
  close: () => Promise<void>;
}

const TOKEN = 'EAAJtoken';
const NUMBER = '106540352242922';

/** An error as the Graph API reports it; its details name the recipient. */
export const graphError = (code: number): string =>
  JSON.stringify({
    error: {
      message: `(#${code}) Error`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'about 919876543210' },
      fbtrace_id: 'Az8or2yhqkZfEZ',
    },
  });

interface TemplateRequest {
  messaging_product: unknown;
  recipient_type: unknown;
  to: string;
  type: unknown;
  template: { name: string; language: { code: string }; components: unknown };
  biz_opaque_callback_data: string;
}

const isTemplate = (request: TemplateRequest): boolean =>
  request.messaging_product === 'whatsapp' &&
  request.recipient_type === 'individual' &&
  request.type === 'template' &&
  /^91\d{10}$/.test(request.to);

export async function openWhatsApp(templates: Record<string, string> = {}): Promise<WhatsAppServer> {
  const messages: ReceivedTemplate[] = [];
  const attempted: string[] = [];
  const answerNext: WhatsAppServer['answerNext'] = [];
  const strayRequests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const reply = (status: number, json: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json);
    const path = `${request.method} ${request.url}`;
    const isMessage = path === `POST /v25.0/${NUMBER}/messages`;
    if (!isMessage && path !== `GET /v25.0/${NUMBER}?fields=id`) {
      strayRequests.push(`${path} ${request.headers.authorization}`);
      return reply(404, graphError(100));
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return reply(401, graphError(190));
    if (!isMessage) return reply(200, JSON.stringify({ id: NUMBER }));
    const sent = JSON.parse(body) as TemplateRequest;
    if (request.headers['content-type'] !== 'application/json' || !isTemplate(sent)) return reply(400, graphError(131_009));
    attempted.push(sent.biz_opaque_callback_data);
    const answer = answerNext.shift();
    if (answer?.status === 0) return;
    if (answer) return reply(answer.status, answer.body ?? '', answer.headers);
    const { to, template, biz_opaque_callback_data: id } = sent;
    messages.push({ to, name: template.name, language: template.language.code, components: template.components, id });
    const accepted = { id: `wamid.${messages.length}`, message_status: 'accepted' };
    return reply(
      200,
      JSON.stringify({ messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [accepted] }),
    );
  });
  const { url, stop } = await listenOnLoopback(server);
  const values = {
    WHATSAPP_ACCESS_TOKEN: TOKEN,
    WHATSAPP_PHONE_NUMBER_ID: NUMBER,
    WHATSAPP_URL: `${url}/v25.0`,
    WHATSAPP_TEMPLATE_OTP: 'verification_code',
    WHATSAPP_TEMPLATE_ORDER_PLACED: 'order_placed',
    ...templates,
  };
  return { transport: { module: whatsapp, values }, messages, attempted, answerNext, strayRequests, close: stop };
}
