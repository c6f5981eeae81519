import { withTimeout } from '#api/services/concurrency.ts';
import type { MailMessage, MessageTransport, Sendable, TextChannel, TextMessage } from './message-transport.ts';
import { smsTemplates } from './text-kinds.ts';
import { type ChosenTransport, isMail, pickTextChannels } from './transport-module.ts';

interface ConnectedMail extends MessageTransport<MailMessage> {
  name: string;
  channel: 'mail';
}

interface ConnectedText extends MessageTransport<TextMessage> {
  name: string;
  channel: TextChannel;
  kinds: readonly string[];
}

export type ConnectedTransport = ConnectedMail | ConnectedText;

/** Timeout of one attempt of one transport, in milliseconds: much shorter than the claim on the message, also for two of them. */
export const ATTEMPT_TIMEOUT_MS = 30_000;

/** Texts go by WhatsApp first: what it refuses goes by SMS. */
const channelOrder = ['mail', 'whatsapp', 'sms'] as const;

/**
 * A transport that is connected with its first message, so that one that is slow or broken delays no start of the shop. A connection that fails is
 * tried again with the next message.
 */
function connectLater<Message>(name: string, connect: () => Promise<MessageTransport<Message>>): MessageTransport<Message> {
  let connected: Promise<MessageTransport<Message>> | undefined;
  const ready = (): Promise<MessageTransport<Message>> => {
    const createError = () => new Error(`${name} could not be connected in time`);
    connected ??= withTimeout(Promise.try(connect), ATTEMPT_TIMEOUT_MS, createError).catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  };
  return {
    send: async (message, signal) => {
      const transport = await ready();
      // The attempt has failed already: the message is sent by the next one.
      signal.throwIfAborted();
      return transport.send(message, signal);
    },
    verify: async () => (await ready()).verify(),
  };
}

/** The transports of a shop, those that are tried first before others. Loads none of them yet. */
export function connectTransports(
  chosen: readonly ChosenTransport[],
  { allowsPrivate }: { allowsPrivate: boolean },
): ConnectedTransport[] {
  const connected = chosen.flatMap(({ module, values }): ConnectedTransport[] => {
    const { name } = module;
    if (isMail(module)) {
      const channel = 'mail';
      return [{ name, channel, ...connectLater(name, () => module.connect(values, { channel, allowsPrivate })) }];
    }
    const kinds = module.listKinds?.(values) ?? smsTemplates;
    return pickTextChannels(module, values).map((channel) => ({
      ...{ name, channel, kinds },
      ...connectLater(name, () => module.connect(values, { channel, allowsPrivate })),
    }));
  });
  return connected.sort((one, other) => channelOrder.indexOf(one.channel) - channelOrder.indexOf(other.channel));
}

/** What these transports, all of one kind of message, can send together. */
export const toSendable = (kind: Sendable['kind'], transports: readonly ConnectedTransport[]): Sendable =>
  kind === 'mail'
    ? { kind }
    : { kind, subjects: [...new Set(transports.flatMap((transport) => (transport.channel === 'mail' ? [] : transport.kinds)))] };

/** Groups transports by the kind of message in the outbox that they send: mails, and texts to a phone. */
export const groupByKind = (transports: readonly ConnectedTransport[]): Map<Sendable['kind'], ConnectedTransport[]> =>
  Map.groupBy(
    transports.filter((transport) => transport.channel === 'mail' || transport.kinds.length > 0),
    ({ channel }) => (channel === 'mail' ? 'mail' : 'sms'),
  );
