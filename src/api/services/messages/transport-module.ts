import type { ProviderSettings, ProviderValues, ProviderWarning } from '#api/services/provider-settings.ts';
import type { Channel, MailMessage, MessageTransport, TextChannel, TextMessage } from './message-transport.ts';
import type { SmsTemplate } from './text-kinds.ts';

/** What a shop says to a transport beside its settings. */
export interface ConnectOptions<C extends Channel = Channel> {
  channel: C;
  /** Whether addresses of this machine and of private networks may be called (`WEBHOOKS_PRIVATE`). */
  allowsPrivate: boolean;
}

interface TransportModule<C extends Channel, Message> {
  /** Lower-case name: in the log, the metrics, `store doctor` and the outbox. */
  readonly name: string;
  /** The channels that it can send by. */
  readonly channels: readonly [C, ...C[]];
  /** The channels that it sends by with these values; all by default. */
  readonly pickChannels?: (values: ProviderValues) => readonly C[];
  /** All settings. A value of the first turns the transport on. Asked by `store setup`, checked at the start and by `store doctor`. */
  readonly settings: ProviderSettings;
  /** The kinds of texts that it can send with these values, of `smsTemplates`; all by default. Others wait, and are deleted unsent. */
  readonly listKinds?: (values: ProviderValues) => readonly string[];
  /** npm packages that it loads when it is needed; they stay outside a built program. */
  readonly packages?: readonly string[];
  /** Finds what keeps a shop with these values from sending messages. Called by `store doctor` in production. */
  readonly findWarnings?: (values: ProviderValues) => ProviderWarning[];
  /** What `store doctor` calls the provider, and what to do when `verify` fails. */
  readonly doctor: { readonly check: string; readonly fix: string };
  /**
   * Makes the transport of a channel. Called with the first message of the channel and by `store doctor`; sends no request. The values are complete
   * and valid. When it throws or takes more than `ATTEMPT_TIMEOUT_MS`, 30 seconds, the message waits and it is called again.
   */
  readonly connect: (values: ProviderValues, options: ConnectOptions<C>) => Promise<MessageTransport<Message>>;
}

export type MailTransportModule = TransportModule<'mail', MailMessage>;

export type TextTransportModule = TransportModule<TextChannel, TextMessage>;

/**
 * A way to send messages that a shop can be set up with. Commands read all but `connect`, so it loads no code of the provider before the shop is
 * opened.
 */
export type MessageTransportModule = MailTransportModule | TextTransportModule;

export interface ChosenTransport {
  module: MessageTransportModule;
  values: ProviderValues;
}

/** Whether a module sends mails; otherwise it sends texts. */
export const isMail = (module: MessageTransportModule): module is MailTransportModule => module.channels[0] === 'mail';

/** The channels that a text transport sends by. */
export const pickTextChannels = (module: TextTransportModule, values: ProviderValues): readonly TextChannel[] =>
  module.pickChannels?.(values) ?? module.channels;

/** The channels that a chosen transport sends by. */
export const pickChannels = ({ module, values }: ChosenTransport): readonly Channel[] =>
  isMail(module) ? module.channels : pickTextChannels(module, values);

/** Whether one of a shop's transports sends mails. */
export const sendsMail = (chosen: readonly ChosenTransport[]): boolean => chosen.some(({ module }) => isMail(module));

/** Whether one of a shop's transports sends texts of this kind to phones. */
export const sendsText = (chosen: readonly ChosenTransport[], kind: SmsTemplate): boolean =>
  chosen.some(({ module, values }) => !isMail(module) && (module.listKinds?.(values).includes(kind) ?? true));
