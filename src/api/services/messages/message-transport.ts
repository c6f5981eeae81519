/** How a message travels. A shop has at most one transport for each channel. Texts to a phone go by WhatsApp first, where it is set up. */
export type Channel = 'mail' | TextChannel;
export type TextChannel = 'sms' | 'whatsapp';

/** A mail as it is sent. */
export interface MailMessage {
  /** UUID, the same on every attempt, so that the provider can detect duplicates. */
  id: string;
  /** Email address. */
  recipient: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML. */
  html?: string | undefined;
  /** Where replies go; the sender by default. */
  replyTo?: string | undefined;
}

/** A text to a phone as it is sent. */
export interface TextMessage {
  /** UUID, the same on every attempt, so that the provider can detect duplicates. */
  id: string;
  /** One of `smsTemplates`, such as `order_placed`. */
  kind: string;
  /** Ten digits, without India's country code. */
  recipient: string;
  /** The values of the kind's variables, of at most 30 characters each; amounts in rupees, such as "499.00". */
  variables: Readonly<Record<string, string>>;
  /** The whole text in English, for providers that need no template. */
  text: string;
}

/** Sends messages of one channel through a provider. Made by `connect` of a transport module; several messages are sent at once. */
export interface MessageTransport<Message> {
  /**
   * Sends one message; called by the outbox. Resolves once the provider has accepted it; what it resolves with is ignored. Throws `Undeliverable`
   * when a retry is useless, any other error when it may help: the outbox then tries again, for about half a day in all. Delivery is at least
   * once: after a crash a message is sent again with the same id. `signal` aborts after `ATTEMPT_TIMEOUT_MS`, 30 seconds, and when the shop
   * stops; the attempt then counts as failed, also where the transport goes on.
   */
  send: (message: Message, signal: AbortSignal) => Promise<unknown>;
  /**
   * Throws when the provider cannot be reached, or refuses the shop where that can be asked without sending a message. Called by `store doctor`;
   * gives up after `PROVIDER_TIMEOUT_MS`, 5 seconds.
   */
  verify: () => Promise<unknown>;
}

/** The provider rejects this message permanently: its recipient does not exist, or its content is not accepted. */
export class Undeliverable extends Error {}

/** Messages of the outbox that can be sent: a kind, of some subjects or of all. */
export interface Sendable {
  kind: 'mail' | 'sms';
  /** Templates of texts. */
  subjects?: readonly string[];
}
