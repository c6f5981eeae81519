import { type MessageTransport, type TextMessage, Undeliverable } from '#api/services/messages/message-transport.ts';
import type { ConnectOptions } from '#api/services/messages/transport-module.ts';
import { NotTaken, postSigned, requireReachable } from '#api/services/signed-post.ts';
import { withCountryCode } from './country-code.ts';

interface WebhookSettings extends ConnectOptions {
  url: string;
  /** `whsec_…` */
  secret: string;
}

/** Codes and numbers are not sent unencrypted, except where the owner allows it. */
function requireEncryption({ url, allowsPrivate }: WebhookSettings): void {
  if (!allowsPrivate && !url.startsWith('https:')) throw new Error('MESSAGE_WEBHOOK_URL does not begin with https://');
}

/**
 * Creates a transport that posts each text to a program, signed by Standard Webhooks with the message's id: `{ channel, kind, recipient:
 * "+919876543210", variables, text }`. The program answers 2xx once it has taken the text over, 400 or 422 when it cannot be sent, and anything
 * else to get it again.
 */
export function createWebhookTransport(settings: WebhookSettings): MessageTransport<TextMessage> {
  const { url, secret, channel, allowsPrivate } = settings;
  return {
    send: async ({ id, kind, recipient, variables, text }, signal) => {
      requireEncryption(settings);
      const payload = JSON.stringify({ channel, kind, recipient: `+${withCountryCode(recipient)}`, variables, text });
      await postSigned({ url, secret, messageId: id, payload }, { allowsPrivate, signal }).catch((error: unknown) => {
        if (!(error instanceof NotTaken)) throw error;
        const reason = `The message webhook answered ${error.status}`;
        throw [400, 422].includes(error.status) ? new Undeliverable(reason) : new Error(reason);
      });
    },
    verify: async () => {
      requireEncryption(settings);
      await requireReachable(url, { allowsPrivate });
    },
  };
}
