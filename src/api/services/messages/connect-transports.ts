import type { ProviderValues } from '#api/services/provider-settings.ts';
import type { MailMessage, MessageTransport, Sendable, TextChannel, TextMessage } from './message-transport.ts';
import { smsTemplates } from './text-kinds.ts';
import {
  type ChosenTransport,
  type ConnectOptions,
  isMail,
  type MailTransportModule,
  pickTextChannels,
  type TextTransportModule,
} from './transport-module.ts';

interface ConnectedMail extends MessageTransport<MailMessage> {
  name: string;
  channel: 'mail';
}

interface ConnectedText extends MessageTransport<TextMessage> {
  name: string;
  channel: TextChannel;
  /** The kinds of texts that can be sent. */
  kinds: readonly string[];
}

/** A transport of an open store. */
export type ConnectedTransport = ConnectedMail | ConnectedText;

/** Texts go by WhatsApp first: what it refuses goes by SMS. */
const channelOrder = ['mail', 'whatsapp', 'sms'] as const;

async function connectMail(module: MailTransportModule, values: ProviderValues, allowsPrivate: boolean): Promise<ConnectedMail> {
  const transport = await module.connect(values, { channel: 'mail', allowsPrivate });
  const { name } = module;
  return { name, channel: 'mail', send: (mail, signal) => transport.send(mail, signal), verify: () => transport.verify() };
}

async function connectText(
  module: TextTransportModule,
  values: ProviderValues,
  options: ConnectOptions<TextChannel>,
): Promise<ConnectedText> {
  const transport = await module.connect(values, options);
  return {
    name: module.name,
    channel: options.channel,
    kinds: module.listKinds?.(values) ?? smsTemplates,
    send: (text, signal) => transport.send(text, signal),
    verify: () => transport.verify(),
  };
}

/** Connects the transports of a shop, those that are tried first before others. Sends no request. */
export async function connectTransports(
  chosen: readonly ChosenTransport[],
  { allowsPrivate }: { allowsPrivate: boolean },
): Promise<ConnectedTransport[]> {
  const connected = await Promise.all(
    chosen.flatMap(({ module, values }): Promise<ConnectedTransport>[] =>
      isMail(module)
        ? [connectMail(module, values, allowsPrivate)]
        : pickTextChannels(module, values).map((channel) => connectText(module, values, { channel, allowsPrivate })),
    ),
  );
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
