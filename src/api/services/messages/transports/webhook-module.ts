import type { TextChannel } from '#api/services/messages/message-transport.ts';
import type { TextTransportModule } from '#api/services/messages/transport-module.ts';

const channels = ['sms', 'whatsapp'] as const satisfies readonly TextChannel[];

const split = (list = 'sms'): string[] => list.split(',').map((entry) => entry.trim());

/** Texts through a program of the owner's, which gets them as signed requests. */
export const webhook: TextTransportModule = {
  name: 'webhook',
  channels,
  pickChannels: ({ MESSAGE_WEBHOOK_CHANNELS }) => channels.filter((channel) => split(MESSAGE_WEBHOOK_CHANNELS).includes(channel)),
  settings: [
    { name: 'MESSAGE_WEBHOOK_URL', isUrl: true },
    {
      name: 'MESSAGE_WEBHOOK_SECRET',
      isSecret: true,
      findProblem: (secret = '') =>
        /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)
          ? undefined
          : 'MESSAGE_WEBHOOK_SECRET must be whsec_ and the base64 of 24 to 64 random bytes when MESSAGE_WEBHOOK_URL is set: echo whsec_$(openssl rand -base64 32)',
    },
    {
      name: 'MESSAGE_WEBHOOK_CHANNELS',
      findProblem: (list) =>
        split(list).every((entry) => channels.some((channel) => channel === entry))
          ? undefined
          : `MESSAGE_WEBHOOK_CHANNELS must be sms, whatsapp or both with a comma, not "${list}"`,
    },
  ],
  doctor: {
    check: 'message webhook',
    fix: 'Check that MESSAGE_WEBHOOK_URL begins with https://, is on the public internet and answers; WEBHOOKS_PRIVATE=1 allows other addresses',
  },
  connect: async ({ MESSAGE_WEBHOOK_URL: url = '', MESSAGE_WEBHOOK_SECRET: secret = '' }, options) => {
    const { createWebhookTransport } = await import('./webhook.ts');
    return createWebhookTransport({ url, secret, ...options });
  },
};
